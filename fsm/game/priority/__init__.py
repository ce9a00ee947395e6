"""Priority: who has it, the stack, state-based actions, and players who leave."""
