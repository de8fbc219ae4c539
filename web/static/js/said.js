// From a filled form to plays, as the server reads the same form; null for what is
// better left to the server, which says beside each field what it cannot read.

import { CARD, cardsIn, whole } from "./parts.js";

const STOPS = ["play_on_exposed", "new_deal", "take_back", "void"];

class Unread extends Error {}

export const filled = (form) =>
  Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, value.trim()]));

function cards(text) {
  if (text.replace(CARD, "").replace(/[\s.,]/g, "")) throw new Unread();
  return cardsIn(text);
}

const parts = (text, between) =>
  (/^[-–—]$/.test(text) ? [] : text.split(between).filter((part) => part.trim()));
const melds = (text) => parts(text, /[\n/|;]+/).map(cards);
const layoffs = (text) => parts(text, /[\n;]+/).flatMap((part) => {
  const found = /^\s*(.+?)\s*(?:to|on|->|>|→)\s*([1-9]\d?)\s*$/i.exec(part);
  if (!found) throw new Unread();
  return cards(found[1]).map((card) => ({ card, onto: found[2] - 1 }));
});

function count(text) {
  const found = whole(text);
  if (found === null) throw new Unread();
  return found;
}

function take(play, name, text, read) {
  if (text) play[name] = read(text);
}

function knock(said) {
  const play = { type: "knock", player: said.knocker };
  if (said.kcards) {
    play.cards = cards(said.kcards);
    take(play, "melds", said.kmelds, melds);
    take(play, "discard", said.discard, (text) => cards(text)[0]);
    const call = said.call || (play.cards.length === 11 && "big_gin");
    if (call) play.call = call;
  } else if (!said.over && said.count === "big") play.call = "big_gin";
  else play.count = count(said.over || said.count || "");
  take(play, "upcard", (said.up_rank ?? "") + (said.up_suit ?? ""), (text) => {
    if (text.length < 2) throw new Unread();
    return cards(text)[0];
  });
  return play;
}

function show(said, player) {
  const play = { type: "show", player };
  if (!said.dcards) return { ...play, count: count(said.other ?? "") };
  play.cards = cards(said.dcards);
  take(play, "melds", said.dmelds, melds);
  take(play, "layoffs", said.layoffs, layoffs);
  return play;
}

// What the table chose about a play that is against the rules.
function ruled(said, plays) {
  for (const [at, play] of plays.entries()) {
    const option = said[`ruling${at}`], note = said[`note${at}`];
    if (!option) continue;
    play.ruling = { option, chosen_by: said[`by${at}`] || "both", ...(note && { note }) };
    if (STOPS.includes(option)) return plays.slice(0, at + 1);
  }
  return plays;
}

export function playsOf(said, action) {
  try {
    if (action === "void") return [{ type: "void", ...(said.reason && { reason: said.reason }) }];
    const knocker = said.knocked || said.knocker;
    if (!["A", "B"].includes(knocker)) return null;
    const first = said.knocked ? [] : [knock(said)];
    return ruled(said, [...first, show(said, knocker === "A" ? "B" : "A")]);
  } catch (error) {
    if (error instanceof Unread) return null;
    throw error;
  }
}

const NUMBER = /^\d{1,8}$/;

// A new game's form as the API takes it; what is empty is left out.
export function gameOf(said) {
  const rules = { preset: said.preset };
  for (const [field, text] of Object.entries(said)) {
    const [head, outer, inner] = field.split(".");
    if (head !== "rule" || !text) continue;
    const value = text === "yes" ? true : text === "no" ? false
      : outer === "big_gin_bonus" && /^(none|-)$/i.test(text) ? null
      : outer !== "stake" && NUMBER.test(text) ? Number(text) : text;
    if (inner) (rules[outer] ??= {})[inner] = value;
    else rules[outer] = value;
  }
  return {
    rules, players: { A: said.a, B: said.b },
    ...(said.dealer && { first_dealer: said.dealer }),
  };
}
