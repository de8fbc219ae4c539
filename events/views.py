"""Views for whoever opens the file with another tool: documented in docs/data.md.

Names of columns are a promise: a column may be added, none renamed or dropped.
"""

GAMES = """CREATE VIEW games AS
SELECT g.uid AS id, g.book, b.name AS book_name, g.created AS started, s.changed,
  s.status, s.preset, s.target, s.hands,
  pa.name AS player_a, pb.name AS player_b,
  CASE s.winner WHEN 'A' THEN pa.name WHEN 'B' THEN pb.name END AS winner,
  s.points_a, s.boxes_a, s.total_a, s.points_b, s.boxes_b, s.total_b,
  json_extract(sheet.body, '$.margin') AS margin,
  json_extract(state.body, '$.rules.stake') AS stake,
  json_extract(sheet.body, '$.settlement') AS settlement,
  g.imported > 0 AS imported, g.imported > 1 AS differs
FROM book_games AS g
JOIN books AS b ON b.id = g.book
JOIN book_players AS pa ON pa.id = g.player_a
JOIN book_players AS pb ON pb.id = g.player_b
JOIN game_summaries AS s ON s.game = g.number
JOIN game_sheets AS sheet ON sheet.game = g.number
JOIN game_states AS state ON state.game = g.number AND state.eyes = 'watch'
ORDER BY g.number"""

HANDS = """CREATE VIEW hands AS
SELECT g.uid AS game, g.book, g.created AS started, h.hand,
  CASE h.dealer WHEN 'A' THEN pa.name ELSE pb.name END AS dealer,
  h.result,
  CASE h.winner WHEN 'A' THEN pa.name WHEN 'B' THEN pb.name END AS winner,
  CASE h.winner WHEN 'A' THEN pb.name WHEN 'B' THEN pa.name END AS loser,
  h.points, h.boxes,
  CASE h.knocker WHEN 'A' THEN pa.name WHEN 'B' THEN pb.name END AS knocker,
  h.knocker_deadwood, h.defender_deadwood, h.upcard, h.depth,
  h.counted, h.amended, h.irregular, h.accepted
FROM game_hands AS h
JOIN book_games AS g ON g.number = h.game
JOIN book_players AS pa ON pa.id = g.player_a
JOIN book_players AS pb ON pb.id = g.player_b
ORDER BY g.number, h.hand"""

PLAYERS = """CREATE VIEW players AS
SELECT id, book, name, added FROM book_players ORDER BY book, place"""

_SIDES = """SELECT number, uid, book, 'A' AS seat, player_a AS player,
    player_b AS opponent FROM book_games
  UNION ALL
  SELECT number, uid, book, 'B', player_b, player_a FROM book_games"""

# In a scored hand one side knocked, and the other defended: each has its deadwood.
SEATS = f"""CREATE VIEW seats AS
WITH sides AS ({_SIDES})
SELECT t.book, t.number, t.uid AS game, t.seat, t.player, t.opponent, s.status,
  s.winner = t.seat AS won, s.winner <> t.seat AS lost,
  iif(t.seat = 'A', s.points_a, s.points_b) AS points,
  iif(t.seat = 'A', s.boxes_a, s.boxes_b) AS boxes,
  iif(t.seat = 'A', s.total_a, s.total_b) AS total,
  count(h.result) AS hands,
  total(h.winner = t.seat) AS hands_won,
  total(h.result = 'void') AS void_hands,
  total(h.knocker = t.seat) AS knocks,
  total(h.result = 'gin' AND h.winner = t.seat) AS gins,
  total(h.result = 'big_gin' AND h.winner = t.seat) AS big_gins,
  total(h.result = 'undercut' AND h.winner = t.seat) AS undercuts_given,
  total(h.result = 'undercut' AND h.winner <> t.seat) AS undercuts_suffered,
  total(iif(h.knocker = t.seat, h.knocker_deadwood, h.defender_deadwood)) AS deadwood,
  count(h.knocker) AS scored_hands
FROM sides AS t
JOIN game_summaries AS s ON s.game = t.number
LEFT JOIN game_hands AS h
  ON h.game = t.number AND h.counted AND h.result IS NOT NULL
GROUP BY t.book, t.number, t.seat"""

# Among all hands that a player finished, those won in a row share the difference of
# two numbers: the place of the hand, and its place among the hands won.
RUNS = f"""CREATE VIEW runs AS
WITH sides AS ({_SIDES}),
ended AS (
  SELECT t.book, t.player, 'hands' AS what, h.winner = t.seat AS won,
    t.number, h.hand
  FROM sides AS t JOIN game_hands AS h ON h.game = t.number
  WHERE h.counted AND h.winner IS NOT NULL
  UNION ALL
  SELECT t.book, t.player, 'games', s.winner = t.seat, t.number, 0
  FROM sides AS t JOIN game_summaries AS s ON s.game = t.number
  WHERE s.winner IS NOT NULL),
placed AS (
  SELECT book, player, what, won,
    row_number() OVER (PARTITION BY book, player, what ORDER BY number, hand)
    - row_number() OVER (PARTITION BY book, player, what, won ORDER BY number, hand)
      AS island
  FROM ended),
islands AS (
  SELECT book, player, what, count(*) AS length FROM placed WHERE won
  GROUP BY book, player, what, island)
SELECT book, player, what, max(length) AS longest FROM islands
GROUP BY book, player, what"""

_SUMS = ", ".join(
    f"CAST(total(t.{name}) AS INTEGER) AS {name}"
    for name in (
        "won", "lost", "hands", "hands_won", "points", "boxes", "total", "knocks",
        "gins", "big_gins", "undercuts_given", "undercuts_suffered", "void_hands",
    )
)  # fmt: skip

# The runs stand outside of the sums, so that who does not ask for them need not wait.
STANDINGS = f"""CREATE VIEW standings AS
WITH sums AS (
  SELECT p.book, p.id AS player, p.name, p.place, count(t.game) AS games, {_SUMS},
    round(total(t.deadwood) / nullif(total(t.scored_hands), 0), 2)
      AS average_deadwood
  FROM book_players AS p
  LEFT JOIN seats AS t ON t.book = p.book AND t.player = p.id
  GROUP BY p.book, p.place)
SELECT book, player, name, games, won, lost, hands, hands_won, points, boxes, total,
  knocks, gins, big_gins, undercuts_given, undercuts_suffered, void_hands,
  average_deadwood,
  coalesce((SELECT longest FROM runs AS r WHERE r.book = sums.book
    AND r.player = sums.player AND r.what = 'hands'), 0) AS longest_run,
  coalesce((SELECT longest FROM runs AS r WHERE r.book = sums.book
    AND r.player = sums.player AND r.what = 'games'), 0) AS longest_run_games
FROM sums ORDER BY book, place"""


def of_book(view: str) -> str:
    """Return what a view of sums selects, from the games of book ``:book`` alone.

    Asked for one book, the view itself would go through the games of all.
    """
    _, _, select = view.partition(" AS\n")
    select = select.replace("FROM book_games", "FROM book_games WHERE book = :book")
    return select.replace(
        "FROM book_players AS p",
        "FROM (SELECT * FROM book_players WHERE book = :book) AS p",
    )


VIEWS = (GAMES, HANDS, PLAYERS, SEATS, RUNS, STANDINGS)
"""In the order in which they can be made."""
