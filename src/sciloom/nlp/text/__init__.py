"""The words of a text: tokens, sentences, abbreviations, asides."""
