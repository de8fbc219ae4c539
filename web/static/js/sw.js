// Keeps the pages and files of this build for a table without network. Never a link
// with a key, never the API: what is recorded goes through the outbox.

const BUILD = new URL(location).searchParams.get("v"), CACHE = `upcard-${BUILD}`;
const PATIENCE = 250, MOST = 80;
const PAGES = ["/", "/check", "/history", "/waiting", "/offline"];
const FILES = ["upcard.css", "picker.css", "suits.svg", "icon.svg",
  ...["app", "engine", "live", "outbox", "parts", "picker", "points", "quick", "said"].map((name) => `js/${name}.js`)]
  .map((name) => `/static/${name}?v=${BUILD}`);
const GAME = /^\/g\/[^/]+$/;
const NEVER = /^\/(k|api|health|metrics)(\/|$)|^\/g\/[^/]+\/(share|keep)$/;

async function install() {
  const cache = await caches.open(CACHE), names = (await caches.keys()).filter((name) => name !== CACHE);
  const before = (await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))).flat();
  const pages = before.filter(({ url }) => new URL(url).pathname.startsWith("/g/")).map(({ url }) => url);
  await cache.addAll(FILES);
  await Promise.all([...PAGES, ...pages.slice(-20)].map(async (url) => {
    const answer = await fetch(url).catch(() => null);
    if (answer && worth(answer)) await cache.put(url, answer);
  }));
  await skipWaiting();
}

async function activate() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith("upcard-") && name !== CACHE).map((name) => caches.delete(name)));
  await clients.claim();
}

const worth = (answer) => answer.ok && answer.type === "basic" && !answer.redirected
  && !answer.headers.get("Cache-Control")?.includes("no-store");

async function file(request) {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}

async function kept(cache, request) {
  const found = await cache.match(request, { ignoreVary: true });
  return found ?? (new URL(request.url).pathname === "/waiting" ? cache.match("/waiting") : undefined);
}

async function renew(cache, request) {
  const answer = await fetch(request), { search } = new URL(request.url);
  if ([401, 403, 404].includes(answer.status)) await cache.delete(request, { ignoreVary: true });
  else if (worth(answer) && (!search || search === "?view=table")) {
    await cache.put(request, answer.clone());
    const all = await cache.keys();
    const old = all.filter(({ url }) => new URL(url).pathname.startsWith("/g/"));
    for (const each of old.slice(0, Math.max(0, old.length - MOST))) await cache.delete(each);
  }
  return answer;
}

// From the server; from the cache where that takes too long, or does not come.
async function fresh(event) {
  const { request } = event, cache = await caches.open(CACHE), old = await kept(cache, request);
  const coming = renew(cache, request).catch(() => null);
  event.waitUntil(coming);
  // A game that is new on this phone is new on the first page, too.
  if (!old && GAME.test(new URL(request.url).pathname))
    event.waitUntil(renew(cache, new Request("/")).catch(() => {}));
  const wait = old && request.mode === "navigate" ? [new Promise((done) => setTimeout(done, PATIENCE))] : [];
  const answer = await Promise.race([coming, ...wait]);
  if (answer && !(old && answer.status >= 500)) return answer;
  return old ?? (request.mode === "navigate" ? cache.match("/offline") : Response.error());
}

async function posted(request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match("/offline")) ?? Response.error();
  }
}

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(activate()));
addEventListener("fetch", (event) => {
  const { request } = event, url = new URL(request.url);
  if (url.origin !== location.origin || NEVER.test(url.pathname)) return;
  if (request.method === "POST" && request.mode === "navigate") event.respondWith(posted(request));
  else if (request.method === "GET" && !request.headers.has("Range"))
    event.respondWith(url.pathname.startsWith("/static/") ? file(request) : fresh(event));
});
