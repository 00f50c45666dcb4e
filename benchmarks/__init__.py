"""Measures what the budgets are about. Ratios are taken within one run, so they hold on any machine."""
