"""The site: its pages, made from the data of the package, and the desk that answers its page of Play."""
