// What a hand is worth, once both deadwoods are known; part of the engine's twin.

export const RANKS = "A23456789TJQK";
export const pointsOf = (name) => Math.min(RANKS.indexOf(name[0]) + 1, 10);

export const upcardMatters = (rules) => rules.oklahoma || rules.spades_double !== "off";

// The most deadwood a knock may leave; null while it is not known.
export function knockLimit(rules, upcard) {
  if (!rules.oklahoma) return rules.knock_limit;
  if (!upcard) return null;
  const value = pointsOf(upcard);
  return Math.min(value === 1 && rules.oklahoma_ace === "gin_only" ? 0 : value, rules.knock_limit);
}

// What a hand is worth whose knock counts as legal, from both deadwoods.
export function handPoints(rules, upcard, knocker, defender, bigGin = false) {
  const gap = defender - knocker, extra = rules.extra_boxes;
  const [result, difference, bonus, more] =
    bigGin ? ["big_gin", gap, rules.big_gin_bonus ?? rules.gin_bonus, extra.gin]
    : knocker === 0 ? ["gin", gap, rules.gin_bonus, extra.gin]
    : gap > 0 ? ["knock", gap, rules.knock_bonus, 0]
    : gap === 0 && rules.tie === "knocker" ? ["knock", 0, 0, 0]
    : ["undercut", -gap, rules.undercut_bonus, defender ? extra.undercut : extra.gin_off];
  const multiplier = rules.spades_double !== "off" && upcard?.[1] === "S" ? 2 : 1;
  const boxes = 1 + more * (rules.spades_double === "points_and_extra_boxes" ? multiplier : 1);
  const boxPoints = rules.boxes_at_once ? boxes * rules.box_bonus : 0;
  return {
    result, winner: result === "undercut" ? "defender" : "knocker",
    points: (difference + bonus) * multiplier + boxPoints,
    boxes, difference, bonus, multiplier, boxPoints,
  };
}
