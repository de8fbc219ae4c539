"""What the statistics page says."""

from typing import Final

STATISTICS: Final[dict[str, str]] = {
    "statistics.title": "Statistics",
    "statistics.open": "Statistics and export",
    "statistics.standings": "Standings",
    "statistics.none": "No hand has been played in this book yet.",
    "statistics.games": "Games",
    "statistics.won": "Won",
    "statistics.hands_won": "Hands won",
    "statistics.points": "Points",
    "statistics.gins": "Gins",
    "statistics.undercuts_given": "Undercuts",
    "statistics.average_deadwood": "Average deadwood",
    "statistics.longest_run": "Hands in a row",
    "statistics.owed": "Who owes whom",
    "statistics.debt": "{payer} owes {payee} {amount}",
    "statistics.even": "Nobody owes anything.",
    "statistics.race": "Score race of the latest game",
    "statistics.race_line": "{name}: {points}",
    "statistics.results": "How hands end",
    "statistics.knocks": "Deadwood at the knock",
    "statistics.lengths": "Points by length of the hand",
    "statistics.length": "{draws} draws",
    "statistics.length_help": "Hands recorded play by play, by the cards drawn.",
    "statistics.take": "Take it away",
    "statistics.export.json": "JSON, all of it",
    "statistics.export.ndjson": "JSON, a line an event",
    "statistics.export.csv": "CSV, for a spreadsheet",
    "statistics.export.text": "Text, to read",
    "result.count": "{result}: {count}",
}
