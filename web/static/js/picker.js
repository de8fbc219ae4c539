// Two hands by taps and swipes. It fills the text fields of the form it stands in:
// those are what is sent, so that the page works without it.

import { RANKS, bestMelds } from "./engine.js";
import { button, cardsIn, make, put, speaker, write } from "./parts.js";

const ROWS = ["A234567", "89TJQK"].flatMap((ranks) =>
  [..."SHCD"].map((suit) => [...ranks].map((rank) => rank + suit)));
const SLOP = 12; // pixels until a tap has become a swipe

// The place in a row or column of keys that a finger is over, along that line only.
const placeOf = (edges, at) => Math.max(0, edges.findLastIndex((edge) => edge <= at));

class Picker {
  // about: {seats: [{name, seat, gone, most}], fields, knocker: place or null, fixed,
  // declared, draft, words, sprite}; `fixed`: who knocked is not asked here;
  // `declared`: the rules under which melds not named count as none.
  constructor(root, about) {
    Object.assign(this, { root, about, past: [], now: 0, knocker: about.knocker });
    Object.assign(this, speaker(about));
    this.form = root.closest("form");
    this.typed = this.form.querySelector(".typed");
    this.hands = about.seats.map(() => []);
    this.read();
    this.restore();
    this.build();
    this.listen();
    this.render();
    root.classList.add("on");
  }

  // The text field of a seat: that of the knocker's cards, or of the other's.
  field(at) {
    const [one, other] = this.about.fields;
    return this.form.elements[at === (this.knocker ?? 0) || !other ? one : other];
  }

  read() {
    this.hands = this.hands.map((_, at) =>
      [...new Set(cardsIn(this.field(at).value))].slice(0, this.about.seats[at].most));
  }

  // ---- What is kept: steps back, and a half-entered hand over a reload.

  get state() {
    return { now: this.now, knocker: this.knocker, hands: this.hands.map((hand) => [...hand]) };
  }

  keep(what) {
    this.past.push({ ...this.state, what });
  }

  undo() {
    if (!this.past.length) return;
    Object.assign(this, this.past.pop());
    this.render();
  }

  restore() {
    try {
      this.store = this.about.draft ? localStorage : sessionStorage;
      const kept = JSON.parse(this.store.getItem("upcard.hand"));
      const empty = this.hands.every((hand) => !hand.length);
      if (empty && kept?.of === this.draft && kept.hands.length === this.hands.length)
        Object.assign(this, kept);
    } catch { /* a phone that keeps nothing still plays */ }
  }

  get draft() {
    return this.about.draft || location.pathname;
  }

  save() {
    try {
      this.store.setItem("upcard.hand", JSON.stringify({ of: this.draft, ...this.state }));
    } catch { /* as above */ }
  }

  // ---- What is on the screen.

  build() {
    const { seats } = this.about;
    this.tabs = seats.map((_, at) => {
      const tab = button({ class: "tab" });
      tab.onclick = () => this.turn(at);
      return tab;
    });
    this.tray = make("div", { class: "tray" });
    this.told = make("p", { class: "words", role: "status" });
    this.keys = new Map();
    const blocks = [0, 4].map((top) => make("div", { class: "block" },
      ...ROWS.slice(top, top + 4).flatMap((row) => row.map((card) => {
        const key = button({ class: `pickkey ${card[1]}`, "data-card": card, "aria-label": this.name(card), tabindex: -1 }, ...this.face(card));
        this.keys.set(card, key);
        return key;
      }))));
    this.board = make("div", { class: "board", role: "group", "aria-label": this.say("pick.cards") }, ...blocks);
    this.keys.get("AS").tabIndex = 0;
    this.back = button({}, this.say("pick.undo"));
    this.call = button({});
    this.go = button({ class: "go" });
    this.back.onclick = () => this.undo();
    this.call.onclick = () => this.knock();
    this.go.onclick = () => this.next();
    const acts = make("div", { class: "acts" }, this.back, ...(this.about.fixed ? [] : [this.call]), this.go);
    const type = button({ class: "type", "aria-expanded": "false" }, this.say("pick.type"));
    type.onclick = () => {
      this.typed.hidden = !this.typed.hidden;
      put(type, "aria-expanded", String(!this.typed.hidden));
    };
    this.root.replaceChildren(
      make("div", { class: "tabs" }, ...this.tabs), this.tray, this.told, this.board, acts, type);
    this.typed.hidden = !this.typed.querySelector("[aria-invalid]");
    put(type, "aria-expanded", String(!this.typed.hidden));
  }

  render() {
    const hand = this.hands[this.now], { seats } = this.about;
    const gone = this.gone, full = hand.length >= seats[this.now].most;
    for (const [card, key] of this.keys) {
      const held = hand.includes(card);
      put(key, "aria-pressed", String(held));
      put(key, "aria-disabled", String(gone.has(card) || (full && !held)));
    }
    const lies = bestMelds(hand);
    this.renderTray(lies);
    seats.forEach(({ name }, at) => {
      const knocked = at === this.knocker && !this.about.fixed ? ` · ${this.say("pick.knocked")}` : "";
      write(this.tabs[at], `${name} ${this.hands[at].length}/${Math.max(10, this.hands[at].length)}${knocked}`);
      put(this.tabs[at], "aria-pressed", String(at === this.now));
    });
    this.renderActs(lies);
    this.fill();
  }

  renderTray({ melds, loose, deadwood }) {
    const hand = this.hands[this.now];
    const meld = (cards) => make("span", { class: "meld" }, ...cards.map(this.drawn));
    const rest = loose.map(this.drawn);
    const count = make("b", { class: "num" }, `${this.say("pick.deadwood")} ${deadwood}`);
    this.tray.replaceChildren(...(hand.length
      ? [...melds.map(meld), ...rest, count]
      : [make("span", { class: "soft" }, this.say("pick.empty"))]));
    write(this.told, hand.length
      ? `${this.about.seats[this.now].name}: ${this.say("pick.hand", { count: hand.length, most: 10, deadwood })}` : "");
  }

  renderActs({ deadwood }) {
    const whole = this.done(this.now), eleven = this.hands[this.now].length > 10;
    write(this.call, deadwood || !whole ? this.say("pick.knock", { count: deadwood })
      : this.say(eleven ? "pick.big_gin" : "pick.gin"));
    this.call.disabled = !whole;
    this.call.hidden = this.knocker !== null && this.knocker !== this.now;
    // Only this hand is missing, or none: then it goes on to the ruling.
    const known = this.about.fixed || this.knocker !== null;
    const last = known && this.hands.every((_, at) => at === this.now || this.done(at));
    write(this.go, last ? this.say("pick.rule") : this.say("pick.next", { name: this.about.seats[1 - this.now].name }));
    this.go.disabled = last && !this.ready;
    const step = this.past.at(-1);
    this.back.disabled = !step;
    const what = step?.what ?? [];
    if (what.length === 1) this.back.replaceChildren(this.say("pick.undo"), " ", this.drawn(what[0]));
    else write(this.back, !step ? this.say("pick.undo")
      : what.length ? this.say("pick.undo_cards", { count: what.length }) : this.say("pick.undo_knock"));
  }

  // ---- What a hand may hold, and when it is whole.

  get gone() {
    const others = this.hands.filter((_, at) => at !== this.now).flat();
    return new Set([...others, ...this.about.seats[this.now].gone]);
  }

  done(at) {
    return this.hands[at].length >= 10;
  }

  get ready() {
    return this.hands.every((_, at) => this.done(at)) && (this.knocker !== null || this.about.fixed);
  }

  fill() {
    this.hands.forEach((hand, at) => { this.field(at).value = hand.join(" "); });
    const who = this.form.elements.knocker;
    if (who && this.knocker !== null) who.value = this.about.seats[this.knocker].seat;
    this.declare();
    clearTimeout(this.saving);
    this.saving = setTimeout(() => this.save()); // after the tap is painted
  }

  // Where melds must be named: those of the tray, in sight, until others are typed.
  declare() {
    const { declared } = this.about, { rules } = this.form.elements;
    const now = rules ? declared.includes(rules.value) : declared;
    this.hands.forEach((hand, at) => {
      const field = this.form.elements[this.field(at).name.replace("cards", "melds")];
      if (field.value !== (field.dataset.ours ?? "")) return;
      const melds = now ? bestMelds(hand).melds.map((meld) => meld.join(" ")) : [];
      field.value = field.dataset.ours = melds.join(" / ");
    });
  }

  // ---- What is done.

  // Add or take away cards of the hand shown, as far as it goes; from `hand` on.
  mark(cards, on, hand = this.hands[this.now]) {
    const gone = this.gone;
    const more = cards.filter((card) => !gone.has(card) && !hand.includes(card));
    this.hands[this.now] = on
      ? [...hand, ...more].slice(0, this.about.seats[this.now].most)
      : hand.filter((card) => !cards.includes(card));
  }

  tap(card) {
    const before = this.state, held = this.hands[this.now].includes(card);
    this.mark([card], !held);
    this.settle(before);
  }

  // One step back for whatever has changed since `before`.
  settle(before) {
    const was = before.hands[before.now], is = this.hands[this.now];
    const what = [...was.filter((card) => !is.includes(card)), ...is.filter((card) => !was.includes(card))];
    if (what.length) this.past.push({ ...before, what });
    this.render();
  }

  turn(at) {
    this.now = at;
    this.render();
  }

  knock() {
    this.keep([]);
    this.knocker = this.now;
    if (!this.ready) this.now = 1 - this.now;
    this.render();
    if (this.ready) this.send();
  }

  next() {
    if (this.ready) this.send();
    else this.turn(1 - this.now);
  }

  // Off to the ruling; where the rules need the upcard, by way of its keys.
  send() {
    const { up_rank: rank, up_suit: suit } = this.form.elements;
    if (!rank || (rank.value && suit.value)) return this.form.requestSubmit();
    const missing = rank.value ? suit[0] : rank[0];
    missing.closest("fieldset").scrollIntoView({ block: "center" });
    missing.focus({ preventScroll: true });
  }

  // ---- Fingers and keys.

  listen() {
    const { board } = this;
    board.addEventListener("pointerdown", (event) => this.down(event));
    board.addEventListener("pointermove", (event) => this.swipe && this.move(event));
    board.addEventListener("pointerup", () => this.up());
    board.addEventListener("pointercancel", () => {
      if (this.swipe?.line) this.hands[this.now] = this.swipe.before.hands[this.now];
      this.swipe = null;
      this.render();
    });
    // Or Chromium takes a swipe for a fling, and swallows the next tap to end it.
    board.addEventListener("touchmove", (event) => event.preventDefault(), { passive: false });
    board.addEventListener("click", (event) => {
      const key = event.target.closest("[data-card]");
      const stray = this.swiped && event.detail; // of the finger that swiped
      this.swiped = false;
      if (key && !stray) this.tap(key.dataset.card);
    });
    board.addEventListener("keydown", (event) => this.press(event));
    board.addEventListener("focusin", ({ target }) => {
      for (const key of this.keys.values()) key.tabIndex = key === target ? 0 : -1;
    });
    addEventListener("pagehide", () => this.save());
    this.form.addEventListener("change", () => this.declare());
    this.form.addEventListener("invalid", () => { this.typed.hidden = false; }, true);
    this.typed.addEventListener("input", () => {
      const who = this.form.elements.knocker?.value;
      if (who && !this.about.fixed) this.knocker = this.about.seats.findIndex(({ seat }) => seat === who);
      this.read();
      const text = this.hands.map((_, at) => this.field(at).value);
      this.render();
      text.forEach((value, at) => { this.field(at).value = value; });
    });
  }

  down(event) {
    const key = event.target.closest("[data-card]");
    this.swiped = false;
    this.swipe = null;
    if (!key || !event.isPrimary || event.button) return;
    const card = key.dataset.card, before = this.state;
    const on = !this.hands[this.now].includes(card);
    this.swipe = { card, before, on, x: event.clientX, y: event.clientY, line: null };
  }

  // Once a finger has gone far enough it stays on its row or on its column.
  lock(event) {
    const { card, x, y } = this.swipe, row = ROWS.findIndex((cards) => cards.includes(card));
    const dx = Math.abs(event.clientX - x), dy = Math.abs(event.clientY - y);
    if (Math.max(dx, dy) < SLOP) return;
    const block = ROWS.slice(row & 4, (row & 4) + 4), column = ROWS[row].indexOf(card);
    const line = dx >= dy ? ROWS[row] : block.map((cards) => cards[column]);
    const side = dx >= dy ? "left" : "top";
    const edges = line.map((each) => this.keys.get(each).getBoundingClientRect()[side]);
    Object.assign(this.swipe, { line, edges, along: dx >= dy ? "clientX" : "clientY" });
    if (event.pointerType === "mouse") this.board.setPointerCapture(event.pointerId);
  }

  move(event) {
    const swipe = this.swipe;
    if (!swipe.line) this.lock(event);
    if (!swipe.line) return;
    const from = swipe.line.indexOf(swipe.card), to = placeOf(swipe.edges, event[swipe.along]);
    if (to === swipe.to) return;
    swipe.to = to;
    const cards = swipe.line.slice(Math.min(from, to), Math.max(from, to) + 1);
    if (to < from) cards.reverse();
    this.mark(cards, swipe.on, swipe.before.hands[this.now]);
    this.render();
  }

  up() {
    const swipe = this.swipe;
    this.swipe = null;
    if (!swipe?.line) return;
    this.swiped = true;
    this.settle(swipe.before);
  }

  // Arrows go from key to key, a rank and a suit typed mark a card, Backspace undoes.
  press(event) {
    const card = event.target.dataset.card, letter = event.key.toUpperCase();
    if (!card || event.ctrlKey || event.metaKey || event.altKey) return;
    const row = ROWS.findIndex((cards) => cards.includes(card)), column = ROWS[row].indexOf(card);
    const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
    if (step) {
      const line = ROWS[row + step[0]];
      this.keys.get(line?.[Math.min(column + step[1], line.length - 1)])?.focus();
    } else if (event.key === "Backspace") this.undo();
    else if (letter === "0" || letter === "1") this.rank = "T";
    else if (letter.length === 1 && "CDHS".includes(letter) && this.rank) {
      this.tap(this.rank + letter);
      this.keys.get(this.rank + letter).focus();
      this.rank = null;
    } else if (letter.length === 1 && RANKS.includes(letter)) this.rank = letter;
    else return;
    event.preventDefault();
  }
}

for (const root of document.querySelectorAll("[data-pick]"))
  new Picker(root, JSON.parse(root.dataset.pick));
