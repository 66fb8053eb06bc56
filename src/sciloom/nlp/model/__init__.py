"""The packaged extraction model: words in, mentions, entities, relations and claim kinds out."""
