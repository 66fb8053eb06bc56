"""The viewer: one page that starts from a question and ends at the sentence."""
