"""The debug adapter as a file: what editors' test clients start with one argument."""

from fsm.__main__ import program

if __name__ == "__main__":
    import sys

    sys.argv = ["fsm", "dap"]
    program()
