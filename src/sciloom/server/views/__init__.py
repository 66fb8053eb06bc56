"""What the graph says, as JSON values: the words of pages and of the API. All of it is bounded."""
