// A game that is looked at: it follows what the other phone records, shows what waits
// with its provisional sum, and asks where two phones recorded the same hand.

import { ask, drop, flush, put, waiting } from "./outbox.js";
import { app, button, make, speaker, write } from "./parts.js";
import { handPoints } from "./points.js";

const SOON = 2000, LATE = 30000, IDLE = 30 * 60000;
const { say } = speaker(app);
const table = location.search.includes("view=table");

// ---- A game that waits to be started: all that is known of it is in the outbox.

const LOCAL = location.pathname === "/waiting";
const KEY = location.hash.slice(1);

async function local() {
  const entry = (await waiting()).find(({ id }) => id === KEY);
  if (!entry) return;
  const { preset, ...more } = entry.body.rules, base = app.presets[preset], root = document.querySelector(".quick");
  const rules = { ...base, ...more, extra_boxes: { ...base.extra_boxes, ...more.extra_boxes } };
  app.game = { id: entry.game, record: `/g/${entry.game}/record`, rules, names: entry.body.players, score: { A: 0, B: 0 }, number: 1, phase: "deal", version: null, may: true };
  for (const seat of "AB") {
    write(document.querySelector(`.who[data-seat=${seat}]`), app.game.names[seat]);
    write(document.querySelector(`[name=knocker][value=${seat}] + span`), say("live.knocked", { name: app.game.names[seat] }));
  }
  document.querySelector(".upcard").hidden = !(rules.oklahoma || rules.spades_double !== "off");
  root.dataset.quick = JSON.stringify({ ...JSON.parse(root.dataset.facts), ...app.game });
  document.dispatchEvent(new Event("upcard:page"));
}

addEventListener("upcard:sent", ({ detail: { entry, body } }) => {
  if (LOCAL && entry.id === KEY) location.replace(`/g/${body.id}`);
});

// ---- What waits, on the sheet.

const text = ({ winner, points }, names) => say("live.sum", { name: names[winner], points });

// The solver is asked for where it is needed only, and may be out of reach.
const byCards = (...hand) => import("./engine.js").then(({ settle }) => settle(...hand)).catch(() => null);

// What a waiting hand is worth by the twin; null where only the server knows.
async function worth({ plays }) {
  const { rules } = app.game, knock = plays.find(({ type }) => type === "knock");
  const shown = plays.find(({ type }) => type === "show");
  if (!knock || !shown || plays.some(({ ruling }) => ruling)) return null;
  const upcard = knock.upcard ?? null, count = knock.count ?? 0;
  const found = knock.cards || shown.cards ? await byCards(rules, upcard, knock, shown)
    : handPoints(rules, upcard, count, shown.count, knock.call === "big_gin");
  if (!found) return null;
  const other = knock.player === "A" ? "B" : "A";
  return { ...found, winner: found.winner === "knocker" ? knock.player : other };
}

const cell = (...inside) => make("td", {}, ...inside);

function row(entry, found, score) {
  const cells = "AB".split("").map((seat) => (found?.winner === seat
    ? cell(make("b", {}, `${score[seat]}`), ` +${found.points} `, make("span", { class: "flag" }, say("live.provisional"))) : cell()));
  const all = found ? cells : [make("td", { class: "void", colspan: 2 }, say(entry.plays[0].type === "void" ? "live.void" : "live.unknown"))];
  return make("tr", { class: "waiting" }, make("th", { class: "no", scope: "row" }, `${entry.hand}`), ...all);
}

// Draw what waits for this game; true totals come back once it is sent.
async function draw() {
  const { game } = app;
  if (!game) return;
  const all = (await waiting()).filter((entry) => entry.game === game.id && entry.kind === "hand");
  const score = { ...game.score }, rows = [], notes = [];
  for (const entry of all) {
    const found = await worth(entry), counts = entry.state === "waiting";
    if (found && counts) score[found.winner] += found.points;
    if (counts) rows.push(row(entry, found, score));
    notes.push(await note(entry, found));
  }
  for (const old of document.querySelectorAll("tr.waiting, .waits")) old.remove();
  const body = document.querySelector(".sheet tbody");
  if (rows.length && body?.querySelector("td[colspan='3']")) body.replaceChildren();
  body?.append(...rows);
  document.querySelectorAll(".totals .total").forEach((total, at) => {
    total.classList.toggle("provisional", rows.length > 0);
    if (rows.length || total.dataset.waits) write(total, `${score["AB"[at]]}`);
    total.dataset.waits = rows.length ? 1 : "";
  });
  if (notes.length) (document.querySelector(".sheet:last-of-type") ?? document.querySelector(".totals"))?.after(
    make("section", { class: "waits", "aria-live": "polite" }, ...notes));
  renew(all, score);
}

// The form goes on behind what waits.
function renew(all, score) {
  const root = document.querySelector("[data-quick]"), last = all.at(-1);
  if (!root) return;
  const about = JSON.parse(root.dataset.quick);
  root.dataset.quick = JSON.stringify({ ...about, score });
  if (last) write(document.querySelector("#record"), say("live.next", { hand: last.hand + 1 }));
  document.dispatchEvent(new Event("upcard:page"));
}

function act(words, work, kind = "") {
  const made = button({ class: kind }, words);
  made.onclick = async () => {
    made.disabled = true;
    await work();
    await flush();
    refresh();
  };
  return made;
}

async function note(entry, found) {
  const hand = entry.hand, sum = found ? text(found, app.game.names) : say("live.unsummed");
  const heading = make("b", {}, say("live.hand", { hand, sum }));
  const away = act(say(entry.state === "waiting" ? "live.back" : "live.away"), () => drop(entry));
  if (entry.state === "waiting")
    return make("div", { class: "note" }, make("p", {}, heading, " ", say("live.is_waiting")), away);
  if (entry.state === "conflict") return conflict(entry, sum);
  const { detail, violations, options, status } = entry.problem;
  const why = [401, 403, 404].includes(status) ? [say("live.no_key")] : violations?.map((each) => each.detail) ?? [detail];
  const decide = options && make("a", { class: "btn go", href: `/g/${entry.game}/sum?${entry.form}&waiting=${entry.id}` }, say("live.decide"));
  return make("div", { class: "refused", role: "alert" }, make("p", {}, heading), ...why.map((each) => make("p", {}, each)),
    make("div", { class: "row" }, away, decide ?? act(say("live.again"), () => put({ ...entry, state: "waiting", problem: null, version: null }), "go")));
}

// Both versions of one hand side by side.
async function conflict(entry, sum) {
  const { game, hand } = entry, [sheet, log] = await Promise.all(["sheet", "events?after=0&limit=1000"].map((what) => ask("GET", `/games/${game}/${what}`)));
  const line = sheet.body?.columns?.flatMap(({ lines }) => lines).find((each) => each.hand === hand);
  const events = log.body?.events?.filter(({ data }) => data.hand === hand) ?? [];
  const by = events.at(-1)?.by, theirs = line?.winner ? text(line, app.game.names) : line ? say("live.void") : say("live.begun");
  const who = app.game.names[by] ? say("live.phone", { name: app.game.names[by] }) : say("live.referee");
  const version = log.body?.version, plays = instead(entry, events);
  const replace = plays && version && act(say("live.replace"), () => put({ ...entry, plays, version, replaces: true, state: "waiting", after: null, problem: null }), "go");
  return make("div", { class: "refused", role: "alert" },
    make("p", {}, line ? say("live.conflict", { hand, who, sum: theirs }) : say("live.moved", { hand })),
    make("div", { class: "row both" }, make("p", {}, make("b", {}, `${who}:`), ` ${theirs}`), make("p", {}, make("b", {}, say("live.mine")), ` ${sum}`)),
    make("div", { class: "row" }, act(say("live.keep"), () => drop(entry)), replace ?? make("a", { class: "btn", href: `/g/${game}/hands/${hand}` }, say("live.look"))));
}

// The plays that put this phone's version in the place of the recorded one.
function instead({ plays, hand, replaces }, events) {
  if (replaces) return plays;
  const last = (type) => events.findLast((event) => event.type === type)?.entry;
  const knocked = last("knocked"), shown = last("hand_shown"), [knock, show] = plays;
  if (!events.length) return null;
  if (knocked && shown && show?.type === "show")
    return [{ type: "amend", seq: knocked, play: knock }, { type: "amend", seq: shown, play: show }];
  return [{ type: "retract", hand }, ...plays];
}

// ---- Following.

// Whether a hand is half entered.
const begun = () => [...document.querySelectorAll("form:has([data-quick]) input")]
  .some((field) => (field.type === "radio" ? field.checked : field.type === "text" && field.value));

// The page as it is now; a document of its own, so that no text becomes a page here.
const page = () => new Promise((done) => {
  const asked = new XMLHttpRequest();
  asked.open("GET", location.pathname + location.search);
  asked.responseType = "document";
  asked.timeout = 8000;
  asked.onloadend = () => done(asked.status === 200 ? asked.response : null);
  asked.send();
});

async function refresh() {
  if (LOCAL) return draw();
  const fresh = await page(), facts = fresh && JSON.parse(fresh.querySelector("[data-app]")?.dataset.app ?? "null");
  if (!facts?.game) return draw();
  const main = document.querySelector("main"), next = document.adoptNode(fresh.querySelector("main"));
  const held = begun() && main.querySelector("form:has([data-quick])"), place = next.querySelector("form:has([data-quick])");
  if (held && place) {
    if (facts.game.number === app.game.number) {
      app.game = facts.game;
      held.querySelector("[name=version]").value = facts.game.version;
    } else {
      app.game.score = facts.game.score;
      if (!held.querySelector(".meanwhile"))
        held.prepend(make("p", { class: "note meanwhile", role: "status" }, say("live.meanwhile")));
    }
    place.replaceWith(held);
  } else app.game = facts.game;
  main.querySelectorAll("details").forEach((part, at) => {
    const same = next.querySelectorAll("details")[at];
    if (same && part.open) same.open = true;
  });
  main.replaceWith(next);
  tag = `"${facts.game.version}"`;
  await draw();
}

let tag = app.game && `"${app.game.version}"`, pause = SOON, timer, changed = Date.now();

async function poll() {
  clearTimeout(timer);
  if (document.hidden || LOCAL) return;
  const { status, body, tag: now } = await ask("GET", `/games/${app.game.id}`, { "If-None-Match": tag });
  const fine = status === 200 || status === 304;
  if (status === 200) {
    const seen = tag;
    tag = now;
    changed = Date.now();
    if (parseInt(seen.slice(1)) !== body.version) await refresh();
  }
  pause = fine ? SOON * (Date.now() - changed > IDLE ? 5 : 1) : Math.min(pause * 2, LATE);
  dispatchEvent(new CustomEvent("upcard:polled", { detail: fine }));
  clearTimeout(timer);
  timer = setTimeout(poll, pause);
}

async function wake() {
  if (!document.hidden) await navigator.wakeLock?.request("screen").catch(() => {});
}

const again = () => {
  pause = SOON;
  poll();
};
for (const name of ["online", "pageshow"]) addEventListener(name, again);
document.addEventListener("visibilitychange", () => {
  again();
  wake();
});
// What is sent at once is not shown as waiting first.
const soon = (work, ms, timer) => () => {
  clearTimeout(timer);
  timer = setTimeout(work, ms);
};
addEventListener("upcard:outbox", soon(draw, 300));
addEventListener("upcard:sent", soon(refresh, 30));
addEventListener("upcard:entered", ({ detail: left }) => {
  document.querySelector(".quick")?.quick?.clear();
  if (left) draw();
});
if (LOCAL) await local();
if (!table) await draw();
poll();
wake();
