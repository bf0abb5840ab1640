import { createHash } from "node:crypto";
import { createCounters, memoryCounts } from "@/server/kernel/concurrency/counters";
import type { Authentication } from "@/server/auth/authentication";
import { createAppSignIn, type AppStep } from "@/server/auth/sign-in/app";
import { createSignInEngine } from "@/server/auth/sign-in/engine";
import type { FederatedProviders } from "@/server/auth/sign-in/federated-providers";
import { createExecute } from "@/server/kernel/operation/execute";
import type { Ports } from "@/server/kernel/operation/ports";
import type { Stores } from "@/server/kernel/operation/store";
import { createLog } from "@/server/ports/log";
import type { Database } from "@/server/store/database";

export const TEST_ORIGIN = "https://castellan.example";

/** External sign-in without any provider. */
export const noFederation: FederatedProviders = {
  byPassword: () => Promise.resolve(null),
  redirects: () => Promise.resolve([]),
};

export interface Entry {
  tenantId: number;
  appId: number;
  email: string;
  password: string;
  ip: string | null;
  userAgent: string | null;
  deviceHash: string;
  remember?: boolean;
}

/** Creates sign-ins to apps without the protocol. Each step gets the fields of a browser's form. */
export function appSignIns(world: {
  database: Database;
  stores: Stores;
  ports: Ports;
  federation?: FederatedProviders;
}) {
  const { federation = noFederation } = world;
  const execute = createExecute(world.stores, world.ports);
  const engine = createSignInEngine({
    baseUrl: TEST_ORIGIN,
    ...world,
    counters: createCounters(memoryCounts()),
    federation,
    execute,
    log: createLog("silent"),
  });
  const signIn = createAppSignIn({ ...world, engine });
  let flows = 0;
  return {
    engine,
    signIn,
    /** Creates a browser on a sign-in page. */
    browser: ({
      tenantId,
      appId,
      strong = false,
      baseUrl = null,
      ...signs
    }: Pick<Entry, "tenantId" | "appId"> & { strong?: boolean; baseUrl?: string | null } & Partial<
        Pick<Entry, "ip" | "userAgent" | "deviceHash">
      >) => {
      const key = createHash("sha256")
        .update(`flow ${(flows += 1)}`)
        .digest("base64url");
      const address = { tenantId, app: { appId, name: "Portal", strong }, baseUrl };
      const from = {
        ip: "192.0.2.1",
        userAgent: null,
        requestId: null,
        deviceHash: "d".repeat(64),
        ...signs,
      };
      const bound = { token: null };
      return {
        key,
        step: (name: string, fields: Record<string, string> = {}): Promise<AppStep | null> =>
          signIn.step(address, key, name, (field) => fields[field] ?? "", from, bound),
        approve: (fields: Record<string, string>) =>
          signIn.approve(address, key, (field) => fields[field] ?? "", from),
        view: () => signIn.view(address, key, from, bound),
      };
    },
    /** Signs in by e-mail and password in one step. */
    byPassword: async ({
      tenantId,
      appId,
      email,
      password,
      remember = false,
      ...signs
    }: Entry): Promise<{ outcome: string; userId?: number; sessionId?: number; remembered?: boolean }> => {
      const key = `flow-${(flows += 1)}`;
      const form: Record<string, string> = { email, password, remember: remember ? "on" : "" };
      const address = { tenantId, app: { appId, name: "Portal" }, baseUrl: null };
      const request = { ...signs, requestId: null };
      const field = (name: string) => form[name] ?? "";
      const result = await signIn.step(address, key, "sign-in", field, request, { token: null });
      if (result?.to === "app") {
        const { userId, sessionId, remembered } = result;
        return { outcome: "signed_in", userId, sessionId, remembered };
      }
      return { outcome: (result?.to === "page" && result.trouble) || "more" };
    },
  };
}

/**
 * Creates a browser at the console's sign-in. It sends steps, keeps cookies, and redeems the code like
 * next-auth.
 */
export function consoleBrowser(
  auth: Authentication,
  baseUrl: string,
  ip: string,
  { userAgent = "Firefox", held = "" } = {},
) {
  const jar = new Map<string, string>();
  if (held !== "") jar.set(...(held.split("=") as [string, string]));
  const cookies = () => [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
  const visitor = { ip, userAgent };
  const step = async (name: string, fields: Record<string, string> = {}) => {
    const request = new Request(`${baseUrl}/sign-in/${name}`, {
      method: "POST",
      body: new URLSearchParams(fields),
      headers: { cookie: cookies(), origin: baseUrl, "user-agent": userAgent },
    });
    const response = await auth.consolePages.submit(request, name, { ip, requestId: "r" });
    for (const line of response.headers.getSetCookie()) {
      const [, key, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      jar.set(key!, value!);
    }
    const location = response.headers.get("location");
    const trouble = location && new URL(location).searchParams.get("error");
    return { response, trouble };
  };
  const view = () => auth.consolePages.describe(cookies(), visitor);
  return {
    step,
    view,
    cookies,
    /** Redeems the code. Returns null for an unfinished or refused sign-in. */
    enter: async () => {
      const { ready } = await view();
      if (ready === null) return null;
      const entry = await auth.consolePages.redeem(cookies(), ready, { ...visitor, requestId: "r" });
      return entry === "device" ? null : entry;
    },
  };
}

/** Runs a whole console sign-in by e-mail and password without further steps. */
export async function consoleSignIn(
  auth: Authentication,
  baseUrl: string,
  { email, password, ip }: { email: string; password: string; ip: string },
) {
  const browser = consoleBrowser(auth, baseUrl, ip);
  const { trouble } = await browser.step("sign-in", { email, password });
  const entry = await browser.enter();
  return entry ? ({ outcome: "signed_in", ...entry } as const) : ({ outcome: trouble ?? "more" } as const);
}

/** Returns the Cookie header of a new console session. Throws if the sign-in fails. */
export async function consoleCookie(...[auth, baseUrl, person]: Parameters<typeof consoleSignIn>) {
  const entered = await consoleSignIn(auth, baseUrl, person);
  if (!("token" in entered)) throw new Error(entered.outcome);
  return `${auth.cookieName}=${entered.token}`;
}
