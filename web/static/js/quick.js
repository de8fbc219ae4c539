// A hand by counts: a keypad, and the sum shown before it is recorded.
// It fills the form that is there; the sum is provisional, the server's counts.

import { handPoints, knockLimit, upcardMatters } from "./points.js";
import { newId } from "./outbox.js";
import { button, make, speaker, whole, write } from "./parts.js";

const DRAFT = "upcard.count";

// "8 − 5 + 25", as the server writes it.
function arithmetic({ difference, bonus, multiplier, boxPoints }, high, low) {
  let text = high - low === difference ? `${high} − ${low}` : `${difference}`;
  if (bonus) text += ` + ${bonus}`;
  if (multiplier > 1) text = `(${text}) × ${multiplier}`;
  return boxPoints ? `${text} + ${boxPoints}` : text;
}

class Quick {
  // about: {record, version, rules, names, upcard, score, knocker, words, sprite};
  // `knocker` where the knock is on record already and only the other's count is asked.
  constructor(root, about) {
    Object.assign(this, { root, about, form: root.closest("form") });
    Object.assign(this, speaker(about));
    this.build();
    if (!about.knocker) this.take();
    this.restore();
    this.form.addEventListener("input", () => {
      this.sent = false;
      this.render();
    });
    this.render();
    root.classList.add("on");
    root.quick = this;
  }

  // The page's facts have changed: a hand waits before this one.
  renew() {
    this.about = JSON.parse(this.root.dataset.quick);
    this.render();
  }

  // ---- A half-entered hand survives a reload.

  get fields() {
    return [...this.form.elements].filter(({ type }) => type === "radio" || type === "text");
  }

  get draft() {
    return `${this.about.record} ${this.about.version}`;
  }

  clear() {
    for (const field of this.fields) {
      if (field.type === "radio") field.checked = false;
      else field.value = "";
    }
    this.sent = false;
    this.render();
  }

  // What has been sent is a draft no longer.
  save(sent = this.sent) {
    if (sent) return localStorage?.removeItem(DRAFT);
    const held = this.fields.filter((field) => (field.type === "radio" ? field.checked : field.value));
    const said = held.map(({ name, value }) => [name, value]);
    try {
      localStorage.setItem(DRAFT, JSON.stringify({ of: this.draft, said }));
    } catch { /* a phone that keeps nothing still counts */ }
  }

  restore() {
    if (this.fields.some((field) => (field.type === "radio" ? field.checked : field.value))) return;
    try {
      const kept = JSON.parse(localStorage.getItem(DRAFT));
      if (kept?.of !== this.draft) return;
      for (const [name, value] of kept.said) if (this.form.elements[name]) this.form.elements[name].value = value;
    } catch { /* as above */ }
  }

  build() {
    const key = (text, press, more = {}) => {
      const made = button(more, text);
      made.onclick = press;
      return made;
    };
    const digits = [..."1234567890"].map((digit) => key(digit, () => this.type(digit)));
    const voids = document.querySelector('form[action$="/void"]');
    digits.splice(5, 0, key("⌫", () => this.type(""), { "aria-label": this.say("quick.back") }));
    if (voids) digits.push(key(this.say("quick.void"), () => voids.requestSubmit(), { class: "bad" }));
    this.sum = make("p", { class: "num sum", role: "status" });
    this.root.replaceChildren(
      make("div", { class: "pad", role: "group", "aria-label": this.say("quick.pad") }, ...digits), this.sum);
    this.other = this.form.elements.other;
    this.go = this.form.querySelector("button.go");
  }

  // From here on the form records at once: the sum is on this page.
  take() {
    this.form.method = "post";
    this.form.action = this.about.record;
    this.once = make("input", { type: "hidden", name: "once" });
    this.form.append(this.once, make("input", { type: "hidden", name: "version", value: this.about.version }));
    write(this.go, this.say("quick.record"));
    this.form.addEventListener("submit", (event) => {
      if (this.sent) event.preventDefault(); // two taps are one hand
      this.save(true);
      this.sent = true;
    });
  }

  // One digit more, of the last number where a sum was typed; or one sign less.
  type(digit) {
    const was = this.other.value.replace(/[^\d+]/g, ""), [last] = /\d*$/.exec(was);
    const now = was.slice(0, digit ? was.length - last.length : -1) + (digit && Number(last + digit));
    if (!digit || whole(now) !== null) this.other.value = now;
    this.sent = false;
    this.render();
  }

  // What is entered so far; null for what is not yet.
  read() {
    const { knocker, count, over, up_rank: rank, up_suit: suit } = this.form.elements;
    const big = count.value === "big" && !over.value;
    return {
      knocker: knocker.value || null,
      big,
      count: big ? 0 : whole(over.value || count.value),
      upcard: this.about.upcard ?? (rank?.value && suit.value ? rank.value + suit.value : null),
      other: whole(this.other.value),
    };
  }

  render() {
    clearTimeout(this.saving);
    this.saving = setTimeout(() => this.save(), 50); // after the tap is painted
    if (this.about.knocker) return;
    const hand = this.read(), missing = this.missing(hand);
    this.once.value = newId();
    this.go.disabled = Boolean(missing);
    if (missing) return write(this.sum, this.say(missing));
    const { rules } = this.about, limit = knockLimit(rules, hand.upcard);
    if (limit !== null && hand.count > limit) return write(this.sum, this.say("quick.over", { limit }));
    this.tell(hand, handPoints(rules, hand.upcard, hand.count, hand.other, hand.big));
  }

  missing({ knocker, count, upcard, other }) {
    if (!knocker || count === null) return "quick.who";
    if (!upcard && upcardMatters(this.about.rules)) return "quick.upcard";
    return other === null ? "quick.other" : null;
  }

  tell(hand, points) {
    const { names, score, rules } = this.about;
    const winner = (points.winner === "knocker") === (hand.knocker === "A") ? "A" : "B";
    const [low, high] = [hand.count, hand.other].sort((a, b) => a - b);
    const total = score[winner] + points.points;
    this.sum.replaceChildren(
      make("b", {}, this.say("quick.sum", { name: names[winner], points: points.points })), " ",
      arithmetic(points, high, low), " ",
      make("span", {}, rules.hollywood ? "" : `${score[winner]} → ${total}`));
  }
}

function start() {
  for (const root of document.querySelectorAll("[data-quick]")) {
    if (root.quick) root.quick.renew();
    else new Quick(root, JSON.parse(root.dataset.quick));
  }
}

document.addEventListener("upcard:page", start);
start();
