"""Pages made from the project's data: the gallery, and the tables in the documents."""
