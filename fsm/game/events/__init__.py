"""The kinds of events: what each means, the fields that it says, its sentence and its short form."""
