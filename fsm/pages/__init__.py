"""Pages made from the project's data: the gallery, and the tables of the documents."""
