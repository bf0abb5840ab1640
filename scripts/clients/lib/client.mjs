// What a client of scripts/clients/run.mjs is, and how its program starts.
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import os from "node:os";
import path from "node:path";
import { startProgram } from "./programs.mjs";

/**
 * @typedef {object} Client
 * @property {string} name
 * @property {string} language
 * @property {() => string | undefined} missing Returns what the machine lacks for this client.
 * @property {() => Promise<unknown>} [install] Undefined for a client that the system installs.
 * @property {() => string | Promise<string>} version
 * @property {string} redirectPath
 * @property {object} app Fields of the registered app in addition to name and redirect URI.
 * @property {string[]} checks Names in lib/journey.mjs, in their order.
 * @property {string[]} requests Requests that the app must make for a sign-in.
 * @property {Record<string, any>} paths
 * @property {RegExp} [startForm] Action of the form with which the app begins a sign-in.
 * @property {(content: any) => { sub: string, email: string }} [read] Finds the user in the content of the app's page.
 * @property {(settings: Settings) => Promise<{ stop: () => Promise<void>, output: () => string }>} start
 */
/** @typedef {{ port: number, base: string, env: Record<string, string> }} Settings */

/** Fields of most clients. Their apps sign in at `/login`, return to `/cb` and then show the user as JSON. */
export const defaults = {
  redirectPath: "/cb",
  app: {},
  requests: ["discovery", "token", "keys", "userinfo"],
  missing: () => undefined,
  paths: { login: "/login", refresh: "/refresh", signOut: () => "/logout" },
  checks: ["sign-in", "requests", "refresh", "sign-out"],
};

/** Starts a program with a temporary folder. */
export async function startWithFolder(program) {
  const temporary = mkdtempSync(path.join(os.tmpdir(), "castellan-client-"));
  const remove = () => rmSync(temporary, { recursive: true, force: true });
  try {
    const started = await startProgram(program(temporary));
    return { ...started, stop: () => started.stop().finally(remove) };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Starts a proxy that signs users in, in front of an app that answers each request with its headers as JSON. */
export async function startInFront(program) {
  const upstream = createServer(({ headers }, response) => response.end(JSON.stringify(headers)));
  await once(upstream.listen(0, "127.0.0.1"), "listening");
  const close = () => upstream.close();
  try {
    const started = await startWithFolder((temporary) => program(temporary, upstream.address().port));
    return { ...started, stop: () => started.stop().finally(close) };
  } catch (error) {
    close();
    throw error;
  }
}
