// What the scripts of several pages make: elements, cards, sentences.
// A script's facts come as JSON in a data attribute of the element it fills.

const SVG = "http://www.w3.org/2000/svg";

// What every page tells its scripts: {build, words, game}.
export const app = JSON.parse(document.querySelector("[data-app]")?.dataset.app ?? "null");

// make("button", {type: "button", "aria-label": "Undo"}, "Undo")
export function make(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

export const button = (attributes, ...children) =>
  make("button", { type: "button", ...attributes }, ...children);

// What draws and says things with a page's own words.
export function speaker({ words, sprite }) {
  const say = (key, facts = {}) =>
    words[key].replace(/\{(\w+)\}/g, (_, name) => facts[name]);
  const short = (card) => (card[0] === "T" ? "10" : card[0]);
  const name = (card) =>
    say("card.name", { rank: words[`rank.${card[0]}`] ?? card[0], suit: say(`suit.${card[1]}`) });
  const face = (card) => {
    const svg = document.createElementNS(SVG, "svg");
    const use = document.createElementNS(SVG, "use");
    use.setAttribute("href", `${sprite}#${card[1]}`);
    svg.setAttribute("aria-hidden", "true");
    svg.append(use);
    return [short(card), svg];
  };
  const drawn = (card) =>
    make("span", { class: `card ${card[1]}`, role: "img", "aria-label": name(card) }, ...face(card));
  return { say, name, face, drawn };
}

// Set an attribute or a text only where it differs: every write may cost a layout.
export function put(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

const SUM = /^\d{1,5}\s*(?:\+\s*\d{1,5}\s*)*$/;

// Deadwood as people type it: 30, or 12+11+7; null for what no hand can have.
export function whole(text = "") {
  const said = text.trim();
  if (said.length > 60 || !SUM.test(said)) return null;
  const sum = said.split("+").reduce((all, part) => all + Number(part), 0);
  return sum <= 110 ? sum : null;
}

export const CARD = /(10|[A2-9TJQK])\s*([CDHS♣♧♦♢♥♡♠♤])\ufe0f?/giu;
const SIGNS = { "♣": "C", "♧": "C", "♦": "D", "♢": "D", "♥": "H", "♡": "H", "♠": "S", "♤": "S" };

// The cards that a text names, as people write them: 10♥, ts, KD.
export const cardsIn = (text) => [...text.matchAll(CARD)].map(([, rank, suit]) =>
  (rank === "10" ? "T" : rank.toUpperCase()) + (SIGNS[suit] ?? suit.toUpperCase()));
