// Starts a seeded Castellan for scripts/clients/run.mjs and registers apps.
import { randomUUID } from "node:crypto";
import { EventEmitter, once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { root } from "../../lib/run.mjs";
import { Browser } from "./browser.mjs";
import { freePort, startProgram } from "./programs.mjs";

/** Names of the requests that a client can make, by the path in the server's log. */
const requestNames = {
  "/.well-known/openid-configuration": "discovery",
  "/jwks": "keys",
  "/token": "token",
  "/userinfo": "userinfo",
  "/end_session": "end_session",
};

/** Returns a function that calls a procedure of the console as the owner. REST has no addresses for after the sign-out. */
async function consoleOf(url, { slug, owner: { email, password } }) {
  const browser = new Browser();
  const post = (to, fields) =>
    browser.open(url + to, { method: "POST", body: new URLSearchParams(fields).toString(), origin: url });
  const { text } = await post("/sign-in/sign-in", { email, password });
  const code = /\\?"code\\?":\\?"([0-9a-f]{64})\\?"/.exec(text)?.[1];
  if (!code) throw new Error(`The sign-in of ${email} to the console did not end.`);
  const { csrfToken } = JSON.parse((await browser.open(`${url}/api/auth/csrf`)).text);
  await post("/api/auth/callback/credentials", { csrfToken, code, json: "true", callbackUrl: "/" });
  return async (name, input) => {
    const headers = { "x-castellan-tenant": slug, "content-type": "application/json" };
    const { status, text: answer } = await browser.open(`${url}/api/trpc/${name}`, {
      method: "POST",
      body: JSON.stringify(input),
      origin: url,
      headers,
    });
    if (status !== 200) throw new Error(`${name}: ${status} ${answer}`);
  };
}

/** Starts a server on a new database with the conformance seed. */
export async function startCastellan() {
  const port = await freePort();
  const directory = mkdtempSync(path.join(os.tmpdir(), "castellan-clients-"));
  // Not 127.0.0.1, the host of the apps: a browser would send both the same cookies.
  const url = `http://localhost:${port}`;
  const requests = [];
  const logged = new EventEmitter();
  const onLine = (line) => {
    if (!line.includes('"msg":"request"')) return;
    const { requestId, path: to } = JSON.parse(line);
    if (requestNames[to]) requests.push(requestNames[to]);
    logged.emit(requestId);
  };
  const remove = () => rmSync(directory, { recursive: true, force: true });
  const server = await startProgram({
    command: process.execPath,
    args: ["--enable-source-maps", "dist/main.js"],
    cwd: root,
    env: {
      NODE_ENV: "production",
      PORT: String(port),
      BASE_URL: url,
      DATA_DIR: directory,
      SEED: "conformance",
      SHUTDOWN_DELAY: "0",
      LOG_LEVEL: "info",
    },
    port,
    onLine,
  }).catch((error) => {
    remove();
    throw error;
  });
  const stop = () => server.stop().finally(remove);
  try {
    return { ...(await connect()), stop };
  } catch (error) {
    await stop();
    throw error;
  }

  async function connect() {
    const seed = JSON.parse(readFileSync(path.join(directory, "seed.json"), "utf8"));
    const [tenant] = seed.tenants;
    const procedure = await consoleOf(url, tenant);
    const issued = await fetch(`${url}/token`, {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "client_credentials",
        client_id: tenant.credential.clientId,
        client_secret: tenant.credential.clientSecret,
      }),
    });
    const { access_token: token } = await issued.json();

    /** Registers an app at `base`. Users return to `/bye` after the sign-out. */
    async function register({ name, base, redirectPath, ...fields }) {
      const answer = await fetch(`${url}/api/v1/apps`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify({ name, redirectUris: [base + redirectPath], ...fields }),
      });
      const app = await answer.json();
      if (answer.status !== 201)
        throw new Error(`POST /api/v1/apps: ${answer.status} ${JSON.stringify(app)}`);
      await procedure("apps.setLogoutUris", {
        appId: app.appId,
        postLogoutRedirectUris: [`${base}/bye`],
      });
      return app;
    }

    /** Returns the names of the requests since the last call, each once. Waits until the log contains all earlier requests. */
    async function takeRequests() {
      const requestId = randomUUID();
      const line = once(logged, requestId);
      await fetch(`${url}/healthz`, { headers: { "x-request-id": requestId } });
      await line;
      return new Set(requests.splice(0));
    }
    return { url, person: seed.fixtures.plainUser, register, takeRequests };
  }
}
