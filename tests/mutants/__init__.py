"""Does each rule's scenario need its rule? Small faults are put into the rules, and the tests have to notice.

``make mutants`` changes one place of ``fsm/turn``, ``fsm/game`` or an edition's data at a time, in a copy of the
project, and asks the corpus and then the unit tests. Which places are changed depends on ``SEED`` alone.
"""
