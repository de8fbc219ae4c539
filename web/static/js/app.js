// On every page: what waits is sent, and said; forms go through the outbox; the pages
// are kept for a table without network. A page without this is a plain form still.

import { ask, drop, flush, newId, put, start, waiting } from "./outbox.js";
import { app, button, make, speaker, write } from "./parts.js";
import { filled, gameOf, playsOf } from "./said.js";

const { say } = speaker(app);
const state = document.querySelector("[data-app]"), page = () => `/g/${app.game?.id}`;
const following = app.game && !location.search.includes("at=")
  && [page(), `${page()}/hands`].includes(location.pathname.replace(/\/\d+$/, ""));
let linked = null, latest = Promise.resolve();

async function tell() {
  const all = await waiting().catch(() => []), held = all.filter((entry) => entry.state !== "waiting").length;
  write(state, held ? say("live.held", { count: held })
    : all.length ? say("live.waiting", { count: all.length })
    : linked === false ? say("live.none") : following && linked ? say("live.live") : say("live.saved"));
  if (location.pathname === "/") list(all);
}

// Games that wait to be started, and games with a hand that waits for a decision.
function list(all) {
  document.querySelector(".waits")?.remove();
  const links = all.filter(({ kind, state: is }) => kind === "game" || is !== "waiting").map((entry) =>
    make("a", { class: "line", href: entry.kind === "game" ? `/waiting#${entry.id}` : `/g/${entry.game}` },
      entry.kind === "game" ? say("live.game", { a: entry.body.players.A, b: entry.body.players.B })
        : say("live.decide_hand", { hand: entry.hand })));
  if (links.length) document.querySelector("main").prepend(make("p", { class: "note waits" }, ...links));
}

addEventListener("upcard:outbox", () => { latest = latest.then(tell); });
addEventListener("upcard:tried", ({ detail }) => {
  if (!detail) linked = false;
  tell();
});
// What this phone recorded itself is the start of what is entered next.
addEventListener("upcard:sent", ({ detail: { entry, body } }) => {
  linked = true;
  if (entry.game !== app.game?.id || !body.game) return;
  const { number, phase } = body.game.hand;
  Object.assign(app.game, { version: body.version, number, phase });
  for (const field of document.querySelectorAll("input[name=version]")) field.value = body.version;
});
addEventListener("upcard:polled", ({ detail }) => {
  if (detail && linked === false) flush();
  linked = detail;
  tell();
});

const after = (ms) => new Promise((done) => setTimeout(done, ms));
const native = (form) => HTMLFormElement.prototype.submit.call(form);
const find = async (id) => (await waiting()).find((entry) => entry.id === id);
const here = () => location.pathname === page() || location.pathname === "/waiting";

// A page from the cache, where there is one; else the words stay on this one.
function go(url, words) {
  if (navigator.serviceWorker?.controller || !words) location.assign(url);
  else document.querySelector("main").prepend(make("p", { class: "note", role: "alert" }, words));
}

// Put a hand behind what waits already; one that was refused takes its old place.
async function queue(said, plays) {
  const { id: game, version, number, phase } = app.game, all = await waiting();
  const old = all.find((entry) => entry.id === said.waiting);
  const last = all.filter((entry) => entry.game === game).at(-1);
  const id = old?.id ?? (said.once || newId());
  const query = new URLSearchParams(said);
  for (const name of ["once", "version", "waiting"]) query.delete(name);
  await put({
    id, kind: "hand", game, phase, hand: last ? last.hand + 1 : number,
    version: Number(said.version ?? version), after: last?.id ?? null,
    ...old, plays, form: String(query), state: "waiting", problem: null,
    ...(old && { version }),
  });
  await Promise.race([flush(), after(4000)]);
  return find(id);
}

async function record(form, action) {
  const said = filled(form), plays = playsOf(said, action);
  if (!plays) return native(form);
  let left;
  try {
    left = await queue(said, plays);
  } catch { // nothing can be kept here: as without script
    return native(form);
  }
  const status = left?.problem?.status;
  if (status === 422 || (status && action === "void")) {
    await drop(left);
    native(form);
  } else if (left?.problem?.options) location.assign(`${page()}/sum?${left.form}&waiting=${left.id}`);
  else if (here()) dispatchEvent(new CustomEvent("upcard:entered", { detail: left }));
  else {
    if (!left) await fetch(page()).catch(() => {}); // for the cache
    go(page(), left && say("live.kept"));
  }
}

// Off to the sum; without a server the hand is kept, and its sum comes later.
async function sum(form) {
  const { status } = await ask("GET", `/games/${app.game.id}`, { "If-None-Match": `"${app.game.version}"` });
  if (status || !playsOf(filled(form))) native(form);
  else record(form, "record");
}

async function begin(form) {
  const said = filled(form), id = said.once || newId(), body = gameOf(said);
  let made;
  addEventListener("upcard:sent", ({ detail }) => { if (detail.entry.id === id) made = detail.body.id; });
  try {
    await put({ id, kind: "game", game: `local-${id}`, book: said.book, hand: 0, after: null, body, state: "waiting" });
    await Promise.race([flush(), after(4000)]);
  } catch {
    return native(form);
  }
  const left = await find(id);
  if (left?.state === "refused") {
    await drop(left);
    native(form);
  } else go(left ? `/waiting#${id}` : `/g/${made}`, left && say("live.kept"));
}

document.addEventListener("submit", (event) => {
  const form = event.target, path = new URL(form.action).pathname, action = path.split("/").at(-1);
  if (event.defaultPrevented) return;
  const work = path === "/new" && form.elements.book ? begin
    : path === `${page()}/sum` ? sum
    : ["record", "void"].some((word) => path === `${page()}/${word}`) ? (it) => record(it, action) : null;
  if (!work) return;
  event.preventDefault();
  work(form);
});

// ---- Where the browser allows it: pages without network, and the share sheet.

const worker = `/sw.js?v=${app.build}`;
const policy = globalThis.trustedTypes?.createPolicy("upcard", { createScriptURL: () => worker });

// Where it did not come whole, it is tried again while the page is open.
async function keepPages() {
  try {
    const { installing } = await navigator.serviceWorker.register(policy?.createScriptURL("") ?? worker);
    installing?.addEventListener("statechange", () => installing.state === "redundant" && setTimeout(keepPages, 3000));
  } catch { /* not here: the outbox works as long as the page is open */ }
}

if (navigator.serviceWorker) {
  if (document.readyState === "complete") keepPages();
  else addEventListener("load", keepPages);
}
if (navigator.share)
  for (const link of document.querySelectorAll(".keep")) {
    const send = button({}, say("live.share"));
    send.onclick = () => navigator.share({ url: link.textContent.trim() }).catch(() => {});
    link.after(send);
  }
// Back from the next page: this one shows what has moved on.
addEventListener("pageshow", (event) => event.persisted && location.reload());
start();
tell();
if (following || location.pathname === "/waiting") import("./live.js");
