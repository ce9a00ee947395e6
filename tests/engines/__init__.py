"""Engines that tests drive, and what they are asked."""

TOPICS = (
    "02-mana", "03-durations", "05-main-phases", "09-extra-turns", "11-skipped-steps-and-phases", "13-extra-steps",
    "14-ending-the-turn", "18-variants", "20-control-and-turn-order", "23-order-and-restart", "25-rulings",
    "30-combat-in-full",
)  # fmt: skip
"""What engines are asked every day: each wrong one is found there. The slower proofs ask everything."""
