"""What the statistics page says."""

from typing import Final

STATISTICS: Final[dict[str, str]] = {
    "statistics.title": "Statistics",
    "statistics.open": "Statistics and standings",
    "statistics.standings": "Standings",
    "statistics.none": "No hand has been played in this book yet.",
    "statistics.games": "Games",
    "statistics.won": "Won",
    "statistics.hands_won": "Hands won",
    "statistics.points": "Points",
    "statistics.gins": "Gins",
    "statistics.undercuts_given": "Undercuts",
    "statistics.average_deadwood": "Deadwood",
    "statistics.longest_run": "Best run",
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
    "statistics.export": "As {form}",
    "result.count": "{result}: {count}",
}
