// The twin of the referee's solver and settlement; what it says is provisional.
// Where the two differ the server is right. Held together by tests/browser/test_engine.py.
// Cards go in and out by name ("TS"). Inside, a hand is four numbers (clubs, diamonds,
// hearts, spades) of thirteen bits, aces first; so is a meld.

import { RANKS, handPoints, knockLimit, pointsOf } from "./points.js";

export { RANKS, handPoints, knockLimit, pointsOf };
export const SUITS = "CDHS";
const ALL = 8191;
const NONE = [0, 0, 0, 0];

// Of every set of one suit's cards: what they count, what their best runs leave loose,
// and the first of these runs.
const PIPS = new Uint8Array(ALL + 1);
const LOOSE = new Uint8Array(ALL + 1);
const FIRST = new Uint16Array(ALL + 1);
for (let mask = 1; mask <= ALL; mask++) {
  const low = mask & -mask, rest = mask ^ low, pips = Math.min(32 - Math.clz32(low), 10);
  PIPS[mask] = PIPS[rest] + pips;
  LOOSE[mask] = LOOSE[rest] + pips;
  FIRST[mask] = FIRST[rest];
  for (const run of runsFrom(mask)) {
    if (LOOSE[mask ^ run] > LOOSE[mask]) continue;
    LOOSE[mask] = LOOSE[mask ^ run];
    FIRST[mask] = run;
  }
}

// The runs of one suit that begin at its lowest card, shortest first.
function runsFrom(mask) {
  const low = mask & -mask, runs = [];
  for (let run = low * 7, top = low * 8; run <= ALL && (run & mask) === run; top *= 2) {
    runs.push(run);
    run |= top;
  }
  return runs;
}

const sum = (hand, table) => table[hand[0]] + table[hand[1]] + table[hand[2]] + table[hand[3]];
const less = (hand, cards) => hand.map((suit, s) => suit & ~cards[s]);
const both = (hand, cards) => hand.map((suit, s) => suit & cards[s]);
const join = (hands) => hands.reduce((all, hand) => all.map((suit, s) => suit | hand[s]), NONE);
const only = (s, suit) => NONE.map((_, at) => (at === s ? suit : 0));
const isRun = (meld) => meld.filter(Boolean).length === 1;
const least = (list, key) => {
  let best, found;
  for (const each of list) {
    const worth = key(each);
    if (best === undefined || worth < best) [best, found] = [worth, each];
  }
  return found;
};

const handOf = (names) =>
  join(names.map((name) => only(SUITS.indexOf(name[1]), 1 << RANKS.indexOf(name[0]))));
// Each card as a hand of its own, clubs first, aces first.
const singles = (hand) =>
  hand.flatMap((suit, s) =>
    [...RANKS].flatMap((_, rank) => (suit >> rank & 1 ? [only(s, 1 << rank)] : [])));
const nameOf = (single) => {
  const s = single.findIndex(Boolean);
  return RANKS[31 - Math.clz32(single[s])] + SUITS[s];
};
const namesOf = (hand) => singles(hand).map(nameOf);
const byRank = (a, b) =>
  RANKS.indexOf(a[0]) - RANKS.indexOf(b[0]) || SUITS.indexOf(a[1]) - SUITS.indexOf(b[1]);

// The sets that can be made at a rank, all four cards first.
function setsAt(hand, rank) {
  const held = hand.map((suit) => suit & 1 << rank);
  const count = held.filter(Boolean).length;
  if (count < 3) return [];
  return count === 3 ? [held] : [held, ...[3, 2, 1, 0].map((s) => less(held, only(s, ALL)))];
}

// Every choice of sets with the cards it leaves; the most sets first, none last.
function setChoices(hand) {
  let choices = [[[], hand]];
  for (let rank = 0; rank < 13; rank++) {
    const fits = setsAt(hand, rank);
    if (fits.length)
      choices = choices.flatMap(([sets, rest]) =>
        [...fits.map((set) => [[...sets, set], less(rest, set)]), [sets, rest]]);
  }
  return choices;
}

const runsOf = (hand) =>
  hand.flatMap((suit, s) => {
    const runs = [];
    for (let run; (run = FIRST[suit]); suit ^= run) runs.push(only(s, run));
    return runs;
  });

function best(hand) {
  const [sets, rest] = least(setChoices(hand), ([, left]) => sum(left, LOOSE));
  return [...sets, ...runsOf(rest)];
}

// How a hand lies: melds and lay-offs given, the rest loose.
function lie(hand, melds, layoffs = []) {
  const loose = less(less(hand, join(melds)), handOf(layoffs.map((lay) => lay.card)));
  return { hand, own: melds, left: loose, layoffs, deadwood: sum(loose, PIPS) };
}

// Every legal spread, none at all included; larger melds first.
function spreads(hand) {
  const melds = [...RANKS].flatMap((_, rank) => setsAt(hand, rank));
  hand.forEach((suit, s) => {
    for (let low = 0; low < 11; low++)
      if (suit >> low & 1)
        melds.push(...runsFrom(suit >> low << low).reverse().map((run) => only(s, run)));
  });
  const found = [];
  const lay = (laid, begin, free) => {
    for (let at = begin; at < melds.length; at++)
      if (melds[at].every((suit, s) => !(suit & ~free[s])))
        lay([...laid, melds[at]], at + 1, less(free, melds[at]));
    found.push(laid);
  };
  lay([], 0, hand);
  return found;
}

// The cards that go on a meld at once: its fourth, or either end's next.
function next(meld) {
  if (isRun(meld)) return meld.map((run) => (run << 1 | run >> 1) & ALL & ~run);
  const bit = Math.max(...meld);
  return meld.map((suit) => bit & ~suit);
}

const fourthsOf = (hand, spread) =>
  both(hand, join(spread.filter((meld) => !isRun(meld)).map(next)));

// Those of some cards that continue the runs of a spread without a gap.
const chained = (hand, spread) =>
  join(spread.filter(isRun).map((run) => {
    let grown = run, near;
    while ((near = both(next(grown), hand)).some(Boolean)) grown = join([grown, near]);
    return less(grown, run);
  }));

// The defender's own melds and the cards laid off that together leave least.
function joint(hand, spread) {
  const fourths = fourthsOf(hand, spread), runs = spread.filter(isRun);
  let found, worth = Infinity;
  for (const [sets, rest] of setChoices(hand)) {
    let parts = [NONE];
    for (const card of singles(both(fourths, rest)))
      parts = [...parts, ...parts.map((part) => join([part, card]))];
    for (const laid of parts) {
      const free = less(rest, laid);
      let off = chained(free, runs);
      const kept = runsOf(off); // three in a chain are an own run as well
      off = less(off, join(kept));
      const left = less(free, join([off, ...kept])), out = join([off, laid]);
      const now = sum(left, LOOSE) * 64 + singles(out).length;
      if (now < worth) [worth, found] = [now, { own: [...sets, ...kept, ...runsOf(left)], out }];
    }
  }
  return found;
}

// Where each card laid off goes, in an order that can be played: runs first.
function layoffsOf(laid, spread) {
  const found = [];
  for (const run of [true, false])
    spread.forEach((meld, onto) => {
      if (isRun(meld) !== run) return;
      let near;
      while ((near = singles(both(next(meld), laid))[0])) {
        meld = join([meld, near]);
        laid = less(laid, near);
        found.push({ card: nameOf(near), onto });
      }
    });
  return found;
}

// Lay the defender's cards; what is given stands, what is missing is worked out.
function defend(hand, spread, own, layoffs) {
  if (own && !layoffs) {
    const loose = less(hand, join(own));
    layoffs = layoffsOf(join([chained(loose, spread), fourthsOf(loose, spread)]), spread);
  } else if (layoffs) {
    own ??= best(less(hand, handOf(layoffs.map((lay) => lay.card))));
  } else {
    const found = joint(hand, spread);
    [own, layoffs] = [found.own, layoffsOf(found.out, spread)];
  }
  const onto = (place) =>
    handOf(layoffs.filter((lay) => lay.onto === place).map((lay) => lay.card));
  return lie(hand, own, spread.flatMap((meld, place) =>
    layoffsOf(onto(place), [meld]).map(({ card }) => ({ card, onto: place }))));
}

const told = ({ own = [], left = NONE, layoffs = [], deadwood }) => ({
  melds: own.map(namesOf), loose: namesOf(left).sort(byRank), layoffs, deadwood,
});

// Cards in their best melds: {melds, loose, deadwood}.
export function bestMelds(names) {
  const hand = handOf(names);
  return told(lie(hand, best(hand)));
}

// What each discard of eleven cards leaves, least first; not the card just taken.
export function discards(names, taken) {
  const hand = handOf(names);
  return namesOf(hand)
    .filter((card) => card !== taken)
    .map((card) => {
      const rest = less(hand, handOf([card]));
      return { card, deadwood: lie(rest, best(rest)).deadwood };
    })
    .sort((a, b) => a.deadwood - b.deadwood);
}

// Every way in which the knocker's cards may lie, as far as is known.
function lies(rules, knock) {
  if (!knock.cards) return [{ deadwood: knock.count ?? 0 }];
  const hand = handOf(knock.cards);
  const melds = knock.melds?.map(handOf) ?? (rules.melds === "declared" ? [] : null);
  let found = (melds ? [melds] : spreads(hand)).map((own) => lie(hand, own));
  if (knock.cards.length > 10) {
    const whole = found.filter((laid) => !laid.deadwood);
    found = whole.length ? whole : found.map((laid) => {
      const loose = namesOf(laid.left).sort(byRank);
      const out = handOf([least(loose, (card) => -pointsOf(card))]);
      const left = less(laid.left, out);
      return { ...laid, left, deadwood: sum(left, PIPS) };
    });
  }
  return found.filter((laid) => knock.count == null || knock.count === laid.deadwood);
}

// Score a hand. knock: {cards or count, melds, call}; show: {cards or count, melds,
// layoffs}. Null where it cannot be known here: a count is missing or does not fit.
// Not judged: whether the knock, and what was laid, is legal.
export function settle(rules, upcard, knock, show) {
  const limit = knockLimit(rules, upcard), eleven = knock.cards?.length > 10;
  let ways = lies(rules, knock);
  const whole = ways.filter((laid) => laid.deadwood === 0);
  const within = ways.filter((laid) => limit === null || laid.deadwood <= limit);
  const gin = eleven || knock.call === "gin" || knock.call === "big_gin";
  if (gin && whole.length) ways = whole;
  else if (within.length) ways = within;
  if (ways.length && (!show.cards || show.layoffs?.length)) ways = [least(ways, (laid) => laid.deadwood)];

  const hand = show.cards && handOf(show.cards);
  const own = show.melds?.map(handOf) ?? (rules.melds === "declared" ? [] : null);
  const offs = show.layoffs ?? (rules.layoffs === "declared" ? [] : null);
  let found = null, rank = null;
  for (const laid of ways) {
    const known = hand && (knock.cards || !laid.deadwood);
    if (!known && show.count == null) return null;
    const defence = known
      ? defend(hand, laid.deadwood ? laid.own : [], own, offs)
      : { deadwood: show.count };
    if (show.count != null && show.count !== defence.deadwood) continue;
    const big = laid.deadwood === 0 &&
      (knock.cards ? eleven && !laid.left.some(Boolean) && sum(join(laid.own), PIPS) === sum(laid.hand, PIPS)
        : knock.call === "big_gin");
    const points = handPoints(rules, upcard, laid.deadwood, defence.deadwood, big);
    const sign = points.winner === "knocker" ? 1 : -1;
    const now = [sign * points.points, sign * points.boxes, -laid.deadwood];
    const differs = rank ? now.findIndex((each, at) => each !== rank[at]) : 0;
    if (rank && (differs < 0 || now[differs] < rank[differs])) continue;
    rank = now;
    found = { ...points, limit, knock: told(laid), defence: told(defence) };
  }
  return found;
}
