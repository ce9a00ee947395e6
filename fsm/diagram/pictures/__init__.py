"""Pictures: what each kind of diagram shows, one module a kind."""
