// The browser of the seeds, which runs a real sign-in. For load on pages that require a session.
import { mkdtemp } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { build } from "esbuild";
import { root } from "./server.mjs";

/** Returns `createBrowser` of server/seed/browser.ts, bundled from the current source. */
export async function loadBrowser() {
  const folder = await mkdtemp(path.join(os.tmpdir(), "castellan-browser-"));
  const options = { bundle: true, platform: "node", format: "esm", packages: "external", logLevel: "silent" };
  await build({
    entryPoints: [path.join(root, "server/seed/browser.ts")],
    outfile: `${folder}/browser.mjs`,
    ...options,
  });
  return (await import(`${folder}/browser.mjs`)).createBrowser;
}

/**
 * Signs in to the console like its pages, and returns the headers that open them. For people without a second
 * factor.
 * @param {string} baseUrl the server's own address, which its forms require as origin
 * @param {{ email: string, password: string }} person
 */
export async function consoleVisitor(baseUrl, person) {
  const createBrowser = await loadBrowser();
  const browser = createBrowser(baseUrl, (request) => fetch(request));
  await browser.submit(`${baseUrl}/sign-in`, "sign-in", person);
  const page = await (await browser.open("/sign-in")).text();
  // The page passes the code to next-auth by its script.
  const code = /\\?"code\\?":\\?"([0-9a-f]{64})\\?"/.exec(page)?.[1];
  if (!code) throw new Error("The console's sign-in did not come to its end.");
  const { csrfToken } = await (await browser.open("/api/auth/csrf")).json();
  const entered = await browser.open("/api/auth/callback/credentials", {
    method: "POST",
    body: new URLSearchParams({ csrfToken, code, json: "true", callbackUrl: baseUrl }),
  });
  if (!/castellan\.session=/.test(browser.cookieHeader("/")))
    throw new Error(`The console did not let them in: ${entered.status}`);
  return browser;
}
