import os from "node:os";
import { expect, test as base, type BrowserContext, type Page, type Request } from "@playwright/test";
import { startEvents, startKnownEvents } from "./audit-log";
import { startOwnServer } from "./own-server";

interface Person {
  email: string;
  password: string;
}

interface Credential {
  clientId: string;
  clientSecret: string;
}

interface TenantSeed {
  tenantId: number;
  slug: string;
  owner: Person & { userId: number };
  credential: Credential;
  scimToken: string;
  governedRoleId: number;
  ungovernedRoleId: number;
}

/** The content of seed.json of the tested server. */
export interface Seed {
  baseUrl: string;
  platform: { admin: Person; credential: Credential };
  tenants: [acme: TenantSeed, globex: TenantSeed];
  fixtures: {
    mfaResetRequestIds: number[];
    capabilityCredentials: Record<string, Credential>;
    platformCapabilityCredentials: Record<string, Credential>;
    plainUser: Person & { userId: number };
    serviceAccountWithApps: { userId: number };
    userWithSessions: number;
    userWithDevices: number;
    userWithRisk: number;
    connectorApp: { appId: number };
    connectedApp: { userId: number; appId: number };
    taggedUser: { userId: number; appId: number; tagId: number };
  };
}

/** Runs in the browser: logs violations that a script catches (eval), which the console does not show. */
const tellViolations = () =>
  addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sourceFile }) => {
    if (blockedURI === "eval")
      console.warn(`Content Security Policy: ${violatedDirective} refused eval in ${sourceFile}`);
  });

/** Playwright's test with the server's URL as baseURL and its seed. Each worker has a server and a database of its own. */
export const test = base.extend<{ violations: string[]; circumstances: void; events: void }, { seed: Seed }>({
  baseURL: async ({ seed }, use) => use(seed.baseUrl),
  seed: [
    async ({}, use) => {
      const { seed, stop } = await startOwnServer(() => ["--enable-source-maps", "dist/main.js"], {
        // The tests' receivers and feeds are on this machine.
        WEBHOOK_ALLOW_PRIVATE: "1",
        // The first retry of a delivery comes after half a second instead of five.
        WEBHOOK_RETRY_SCALE: "0.1",
      });
      try {
        await startEvents(seed);
        await use(seed);
      } finally {
        await stop();
      }
    },
    { scope: "worker", timeout: 120_000 },
  ],
  events: [
    async ({}, use, testInfo) => {
      if (testInfo.tags.includes("@journey")) testInfo.setTimeout(60_000);
      await startKnownEvents();
      await use();
    },
    { auto: true },
  ],
  // Violations of the Content Security Policy, and pages whose HTML React renders again because it differs: a click meanwhile is lost.
  // A test that expects some removes them from the list.
  violations: [
    async ({ browser }, use) => {
      const found: string[] = [];
      const watch = (context: BrowserContext) => {
        void context.addInitScript(tellViolations);
        context.on("console", (message) => {
          if (/content security policy/i.test(message.text()))
            found.push(`${message.page()?.url()}: ${message.text()}`);
        });
        context.on("weberror", (thrown) => {
          const { message } = thrown.error();
          if (/hydrat|React error #418/i.test(message)) found.push(`${thrown.page()?.url()}: ${message}`);
        });
      };
      browser.contexts().forEach(watch);
      browser.on("context", watch);
      await use(found);
      browser.off("context", watch);
      expect(found, "violations of a page's Content-Security-Policy, and HTML that differs").toEqual([]);
    },
    { auto: true },
  ],
  // Facts about server and pages, attached to a failed test for a diagnosis from its output alone.
  circumstances: [
    // Depends on `page`, so that it is still open at the end.
    async ({ browser, page: _open, baseURL }, use, testInfo) => {
      const open = new Set<Request>();
      const troubles: string[] = [];
      const watchPage = (one: Page) => void one.on("crash", () => troubles.push(`${one.url()} crashed.`));
      const watch = (context: BrowserContext) => {
        context.on("request", (request) => open.add(request));
        context.on("requestfinished", (request) => open.delete(request));
        context.on("requestfailed", (request) => open.delete(request));
        context.on("response", (response) => {
          if (response.status() >= 400) troubles.push(`${response.status()} ${response.url()}`);
        });
        context.on("weberror", (thrown) => troubles.push(String(thrown.error())));
        context.on("page", watchPage);
        context.pages().forEach(watchPage);
      };
      // The test's own context exists already. Tests open further contexts for other users or devices.
      browser.contexts().forEach(watch);
      browser.on("context", watch);
      await use();
      browser.off("context", watch);
      if (testInfo.status === testInfo.expectedStatus) return;
      const asked = performance.now();
      const health = await fetch(`${baseURL}/readyz`, { signal: AbortSignal.timeout(20_000) }).then(
        ({ status }) => String(status),
        String,
      );
      const body = [
        ...browser.contexts().flatMap((context) => context.pages().map((one) => `page: ${one.url()}`)),
        `load of the machine: ${os.loadavg()[0]!.toFixed(1)}; free memory: ${Math.round(os.freemem() / 1e6)} MB`,
        `/readyz: ${health} in ${Math.round(performance.now() - asked)} ms`,
        ...[...open].map((request) => `not answered: ${request.method()} ${request.url()}`),
        ...troubles.slice(-10),
      ].join("\n");
      await testInfo.attach("circumstances", { body, contentType: "text/plain" });
    },
    { auto: true },
  ],
});

export { expect } from "@playwright/test";
