"""The index of rules: where the code and the scenarios implement each rule, in words."""
