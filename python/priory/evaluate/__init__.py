"""How good a filter is: protocols, measures, comparisons with other filters, and reports."""
