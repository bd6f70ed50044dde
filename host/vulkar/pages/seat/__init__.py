"""The page of one seat, for a phone: its hand of cards, its choices, its trigger.

``model`` makes one plain row of all that the page shows, in the reader's language; the browser's
modules (``static/seat*.js``) draw it. Nothing here knows a card, an item or a space by name: words
come as texts, places from the map, kinds of cards from the view.
"""
