// What waits to be sent. Kept in IndexedDB, sent in order, thrown away by nobody but
// the person. Each has an id made here, so that sending twice records once.
// `navigator.onLine` is not asked: it is tried, and tried again later.

const NAME = "upcard", STORE = "outbox", PATIENCE = 8000, SOONEST = 2000, LATEST = 60000;

// `randomUUID` is not there on plain http.
export const newId = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

let opened;
const open = () => (opened ??= new Promise((done, failed) => {
  const asked = indexedDB.open(NAME, 1);
  asked.onupgradeneeded = () => asked.result.createObjectStore(STORE, { keyPath: "n", autoIncrement: true });
  asked.onsuccess = () => done(asked.result);
  asked.onerror = () => failed(asked.error);
}));

async function run(mode, work) {
  const box = (await open()).transaction(STORE, mode), asked = work(box.objectStore(STORE));
  return new Promise((done, failed) => {
    box.oncomplete = () => done(asked.result);
    box.onabort = () => failed(box.error);
  });
}

const changed = () => dispatchEvent(new Event("upcard:outbox"));
export const waiting = () => run("readonly", (store) => store.getAll());

// entry: {id, kind: "hand" or "game", game, hand, phase, version, after, plays or body,
// form, state}. `after` is the id of what it was entered on top of, while that waits.
export async function put(entry) {
  await run("readwrite", (store) => store.put(entry));
  changed();
}

// Take one out. What was entered on top of it goes on from `version` of `game`; null
// where that must be looked at first.
export async function drop(entry, version = null, game = entry.game) {
  await run("readwrite", (store) => {
    const asked = store.getAll();
    asked.onsuccess = () => {
      for (const each of asked.result) {
        if (each.n === entry.n) store.delete(each.n);
        else if (each.game === entry.game)
          store.put({ ...each, game, ...(each.after === entry.id && { after: null, version }) });
      }
    };
    return asked;
  });
  changed();
}

// Ask the API; status 0 is no answer, or none of ours (a hotel's log-in page).
export async function ask(method, path, headers = {}, body) {
  const stop = new AbortController(), timer = setTimeout(() => stop.abort(), PATIENCE);
  try {
    if (body) headers["Content-Type"] = "application/json";
    const answer = await fetch(`/api/v1${path}`,
      { method, headers, body: body && JSON.stringify(body), signal: stop.signal });
    const found = { status: answer.status, tag: answer.headers.get("ETag") };
    if (found.status !== 304) found.body = await answer.json();
    return found;
  } catch {
    return { status: 0 };
  } finally {
    clearTimeout(timer);
  }
}

const hold = (entry, state, problem) => put({ ...entry, state, problem });

// The game is not where it was when this was entered: does the hand still fit?
function moved(entry, game) {
  const { number, phase } = game.hand;
  const fits = game.status === "playing" && number === entry.hand && phase === entry.phase && !entry.replaces;
  return fits ? put({ ...entry, version: game.version }) : hold(entry, "conflict", { version: game.version });
}

async function send(entry) {
  const { kind, game, version, id } = entry, path = kind === "game" ? `/books/${entry.book}/games` : `/games/${game}`;
  if (version === null) {
    const now = await ask("GET", path);
    if (now.status === 200) await moved(entry, now.body);
    return now.status === 200;
  }
  const headers = { "Idempotency-Key": id };
  if (kind !== "game") headers["If-Match"] = `"${version}"`;
  const { status, body } = kind === "game" ? await ask("POST", path, headers, entry.body)
    : await ask("POST", `${path}/plays`, headers, { plays: entry.plays });
  if (status === 201) {
    await drop(entry, entry.replaces ? null : body.version ?? 1, body.id ?? game);
    dispatchEvent(new CustomEvent("upcard:sent", { detail: { entry, body } }));
  } else if (status === 412) await moved(entry, body.game);
  else if (status >= 400 && status < 500 && status !== 429) await hold(entry, "refused", body);
  else return false;
  return true;
}

// Whether all that can go has gone. What waits for a decision holds up its own game only.
async function work() {
  const tried = {};
  for (;;) {
    const stuck = new Set();
    const next = (await waiting()).find((entry) => {
      const free = !stuck.has(entry.game) && entry.state === "waiting" && !entry.after;
      stuck.add(entry.game);
      return free;
    });
    if (!next) return true;
    tried[next.n] = (tried[next.n] ?? 0) + 1;
    if (tried[next.n] > 5 || !(await send(next))) return false;
  }
}

let queue = Promise.resolve(), pause = SOONEST, timer;
// One at a time, in this page; another page that sends the same records nothing twice.
export function flush() {
  queue = queue.then(work).catch(() => true).then((done) => {
    clearTimeout(timer);
    pause = done ? SOONEST : Math.min(pause * 2, LATEST);
    if (!done) timer = setTimeout(flush, pause);
    dispatchEvent(new CustomEvent("upcard:tried", { detail: done }));
    return done;
  });
  return queue;
}

// Try now, and whenever something may have changed.
export function start() {
  const now = () => {
    pause = SOONEST;
    if (!document.hidden) flush();
  };
  for (const name of ["online", "pageshow"]) addEventListener(name, now);
  document.addEventListener("visibilitychange", now);
  flush();
}
