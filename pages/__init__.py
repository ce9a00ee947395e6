"""What make writes from the data of the project, beside the package: gallery, manual page, tables in documents."""
