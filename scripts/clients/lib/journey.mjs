// The sign-in, refresh and sign-out of a user at an app, through the hosted pages of Castellan.
import { setTimeout as pause } from "node:timers/promises";
import { Browser } from "./browser.mjs";

const mostPages = 10;

/** Describes a page in a message. */
const shown = ({ url, status, words }) => `${url.href}: ${status} ${words.slice(0, 600)}`;

/** Returns the form of a hosted page that leads on, with the values of this user. */
function onward({ forms }, { email, password }) {
  const to = (path) => forms.find(({ action }) => new URL(action).pathname.endsWith(path));
  const steps = [
    ["sign-in", to("/sign-in"), { email, password }],
    ["consent", to("/consent"), {}],
    ["sign-out", to("/end_session/confirm"), { logout: "yes" }],
  ];
  return steps.find(([, form]) => form);
}

/** Continues through the hosted pages, and the form with which an app begins a sign-in, until another page of the app. */
async function walk(page, { browser, castellan, startForm }) {
  const seen = [];
  let current = page;
  for (let pages = 0; pages < mostPages; pages += 1) {
    const { origin } = current.url;
    const own = startForm && current.forms.find(({ action }) => startForm.test(action));
    if (origin !== castellan.url && !own) return { page: current, seen };
    const [step, form, values] = own ? ["start", own, {}] : (onward(current, castellan.person) ?? []);
    if (!form) throw new Error(shown(current));
    seen.push(step);
    current = await browser.submit(current, form, values);
  }
  throw new Error(`The sign-in shows ${seen.join(", ")} and does not end.`);
}

/** Returns the user that a page of the app shows. */
function readPerson(page, { read = (content) => content }) {
  let content;
  try {
    content = JSON.parse(page.text);
  } catch {
    throw new Error(shown(page));
  }
  return read(content) ?? {};
}

function expectPerson({ sub, email }, { person }) {
  if (sub === String(person.userId) && email === person.email) return;
  throw new Error(`The app shows ${sub} (${email}), not ${person.userId} (${person.email}).`);
}

function expectSteps({ page, seen }, wanted) {
  if (seen.filter((step) => step !== "start").join() === wanted.join()) return;
  const steps = seen.join(", ") || "no hosted page";
  throw new Error(`The browser was shown ${steps} instead of ${wanted.join(", ")}, then ${shown(page)}`);
}

/** Signs in: the user enters the password and consents, and the app shows what it read about the user. */
async function signIn(scene) {
  const { browser, base, client, castellan } = scene;
  const end = await walk(await browser.open(base + client.paths.login), scene);
  expectSteps(end, ["sign-in", "consent"]);
  expectPerson(readPerson(end.page, client), castellan);
}

/** Reads the log: the app made these requests itself. */
async function requests({ client, castellan }) {
  const made = await castellan.takeRequests();
  const missing = client.requests.filter((name) => !made.has(name));
  if (missing.length > 0) throw new Error(`The app did not request: ${missing.join(", ")}.`);
}

/** Gets another access token by the refresh token, and reads userinfo with it. */
async function refresh({ browser, base, client, castellan }) {
  const person = readPerson(await browser.open(base + client.paths.refresh), client);
  expectPerson(person, castellan);
  if (!person.isNew) throw new Error("The access token is still the first one.");
}

/** Opens the address at which a proxy refreshes the given access token. */
async function refreshByAddress({ browser, base, client, castellan }) {
  const first = readPerson(await browser.open(base + client.paths.page), client);
  const latest = readPerson(await browser.open(base + client.paths.refresh(base, first)), client);
  expectPerson(latest, castellan);
  if (latest.accessToken === first.accessToken) throw new Error("The access token is still the first one.");
}

/** Opens a page until the app shows another access token, for an app that decides itself when it refreshes. */
async function refreshByAge({ browser, base, client, castellan }) {
  const limit = performance.now() + 30_000;
  const read = async () => readPerson(await browser.open(base + client.paths.page), client);
  const first = await read();
  let latest = first;
  while (latest.accessToken === first.accessToken) {
    if (performance.now() > limit) throw new Error("The access token is still the first one after 30 s.");
    await pause(200);
    latest = await read();
  }
  expectPerson(latest, castellan);
}

/** Lets the app sign the user in again without a page (`prompt=none`). */
async function renew({ browser, base, client, castellan }) {
  browser.visited.length = 0;
  const page = await browser.open(base + client.paths.renew);
  if (!browser.visited.some((url) => new URL(url).searchParams.get("prompt") === "none"))
    throw new Error("The app did not send the browser with prompt=none.");
  expectPerson(readPerson(page, client), castellan);
}

/** Signs out at the app and at Castellan. The next sign-in requires the password. */
async function signOut(scene) {
  const { browser, base, client } = scene;
  const end = await walk(await browser.open(base + client.paths.signOut(base, scene)), scene);
  const { page } = end;
  expectSteps(end, ["sign-out"]);
  if (page.url.href.split("?")[0] !== `${base}/bye` || page.status !== 200)
    throw new Error(`The sign-out ends at ${shown(page)}`);
  const again = await walk(await browser.open(base + client.paths.login), scene);
  if (again.seen.filter((step) => step !== "start")[0] !== "sign-in")
    throw new Error("After the sign-out, the app signs the user in without the password.");
}

const checks = {
  "sign-in": signIn,
  requests,
  refresh,
  "refresh by address": refreshByAddress,
  "refresh by age": refreshByAge,
  "silent sign-in": renew,
  "sign-out": signOut,
};

/** Runs the checks of a client. Returns their names, each with its error or null. Stops after the first error. */
export async function drive(client, scene) {
  const results = [];
  const browser = new Browser();
  for (const name of client.checks) {
    const error = await checks[name]({ ...scene, client, browser, startForm: client.startForm }).then(
      () => null,
      (reason) => reason,
    );
    results.push({ name, error });
    if (error) break;
  }
  return results;
}
