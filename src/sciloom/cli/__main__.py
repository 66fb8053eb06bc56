"""``python -m sciloom.cli``."""

from sciloom.cli.main import main

main()
