"""`python -m hotdice` is the same as `hotdice`."""

import ctypes

from hotdice.terminal.cli import main

try:
    main()
except SystemExit as end:
    # Run with -m, CPython ends a program by SIGINT if ever one broke off code that was made from text (a
    # dataclass, a compiled kernel), whatever became of it. Its own way out takes the exit code as it is.
    ctypes.pythonapi.Py_Exit(end.code)
