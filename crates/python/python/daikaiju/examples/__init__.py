"""Bots to begin with: `python -m daikaiju.examples.solver_bot` plays one against *angry*."""
