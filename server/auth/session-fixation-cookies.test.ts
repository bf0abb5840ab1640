import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hashSecret } from "@/server/kernel/http/client-id";
import { authenticationWorld } from "@/server/testing/authentication";
import { consoleBrowser } from "@/server/testing/sign-in";
import { browserBinding } from "./browser/browser-binding";
import { browserSessions } from "./oidc/browser-session";
import { facts, PASSWORD, type ConsoleWorld } from "@/server/testing/console-scene";
import { databaseKind, databaseKinds } from "@/server/testing/stores";
import { cookieOf } from "@/server/testing/cookies";

describe("the cookies of a sign-in over https", () => {
  const attributes = (line: string) => line.split("; ").slice(1);

  it("cannot be set by another host: __Host-, Secure, Path=/ and no Domain", async () => {
    const world = await authenticationWorld(databaseKind);
    const auth = await world.instance("https://castellan.example");
    const request = new Request("https://castellan.example/sign-in/identify", {
      method: "POST",
      body: new URLSearchParams({ email: "ada@acme.example" }),
      headers: { origin: "https://castellan.example", cookie: `castellan_sign_in=${"t".repeat(43)}` },
    });
    const answer = await auth.consolePages.submit(request, "identify", { ip: "192.0.2.1", requestId: "r" });
    const [flow] = answer.headers.getSetCookie();
    expect(flow).toMatch(/^__Host-castellan_sign_in=[\w-]{43};/);
    expect(flow, "one without the prefix is not taken").not.toContain("t".repeat(43));
    expect(auth.cookieName).toBe("__Host-castellan.session");
    const response = new Response();
    const binding = browserBinding("https://castellan.example");
    binding.keep(response, "uid", { token: "a".repeat(43) });
    const [bound] = response.headers.getSetCookie();
    expect(bound).toMatch(/^__Host-castellan_flow_uid=/);
    expect(binding.read(`castellan_flow_uid=${"b".repeat(43)}`, "uid").token).toBeNull();
    for (const line of [flow!, bound!]) {
      expect(attributes(line)).toEqual(
        expect.arrayContaining(["Path=/", "Secure", "HttpOnly", "SameSite=Lax"]),
      );
      expect(line).not.toMatch(/domain=/i);
    }
    await world.close();
  });
});

describe.each(databaseKinds)(
  "cookies that another host planted in front of ours over https, on %s",
  (kind) => {
    const https = "https://castellan.example";
    const planted = "m".repeat(43);
    let world: ConsoleWorld["world"];
    let auth: ConsoleWorld["auth"];
    beforeAll(async () => {
      world = await authenticationWorld(kind);
      auth = await world.instance(https);
    });
    afterAll(() => world.close());
    const visitor = { ip: "203.0.113.9", userAgent: "Firefox" };

    /** Completes a sign-in, and exchanges the code with these cookies before the browser's own. */
    async function signedIn(email: string, before: string) {
      const visit = consoleBrowser(auth, https, visitor.ip, { held: before });
      await visit.step("sign-in", { email, password: PASSWORD });
      const { ready } = await visit.view();
      const entry = await auth.consolePages.redeem(`${before}; ${visit.cookies()}`, ready!, {
        ...facts,
        ...visitor,
      });
      expect(entry).toMatchObject({ email });
      return visit;
    }
    const ownDevice = (cookies: string) => cookieOf(cookies, "__Host-castellan_device")!;

    it("do not make an attacker's `castellan_device` the known device of an administrator", async () => {
      const email = "dora@fixed.example";
      const { tenantId } = await world.tenant();
      await world.administrator(tenantId, email, PASSWORD);
      const visit = await signedIn(email, `castellan_device=${planted}`);
      const known = await world.inTenant(tenantId, (tx) => tx.devices.list({}));
      expect(known.map(({ tokenHash }) => tokenHash)).toEqual([hashSecret(ownDevice(visit.cookies()))]);
    });

    it("do not make it the known browser of a platform administrator", async () => {
      const email = "pia@platform.example";
      await world.platformAdministrator(email, PASSWORD);
      const visit = await signedIn(email, `castellan_device=${planted}`);
      const rows = await world.database.sql<
        { token_hash: string }[]
      >`select token_hash from platform_devices`;
      expect(rows.map(({ token_hash: hash }) => hash)).toEqual([hashSecret(ownDevice(visit.cookies()))]);
    });

    it("do not make a device known that comes first in the request that begins the session", async () => {
      const email = "dina@fixed.example";
      const { tenantId } = await world.tenant();
      await world.administrator(tenantId, email, PASSWORD);
      const visit = consoleBrowser(auth, https, visitor.ip);
      await visit.step("sign-in", { email, password: PASSWORD });
      const { ready } = await visit.view();
      const cookies = `__Host-castellan_device=${planted}; ${visit.cookies()}`;
      await auth.consolePages.redeem(cookies, ready!, { ...facts, ...visitor });
      const known = await world.inTenant(tenantId, (tx) => tx.devices.list({}));
      expect(known.map(({ tokenHash }) => tokenHash)).toEqual([hashSecret(ownDevice(visit.cookies()))]);
    });

    it("do not make an attacker's `_session` the session of a browser at an app", async () => {
      const sessions = browserSessions({ baseUrl: https, provider: () => auth.main.provider() });
      const begun = async (accountId: string) => {
        const beginning = { accountId, tenantSession: Number(accountId) };
        const answer = await sessions.replace(new Headers(), facts, beginning, new Response());
        return answer.headers.getSetCookie();
      };
      const pairs = (lines: string[]) => lines.map((line) => line.split("; ")[0]!).join("; ");
      const [evil, own] = [await begun("1"), await begun("2")];
      for (const line of own) {
        expect(line).toMatch(/^__Host-_session(\.sig)?=/);
        expect(line.toLowerCase().split("; ")).toEqual(
          expect.arrayContaining(["path=/", "secure", "httponly"]),
        );
        expect(line).not.toMatch(/domain=/i);
      }
      const plain = pairs(evil).replaceAll("__Host-", "");
      const opened = async (cookie: string) =>
        (await sessions.read(new Headers({ cookie })))?.accountId ?? null;
      expect(await opened(pairs(evil))).toBe("1");
      expect(await opened(plain)).toBeNull();
      expect(await opened(`${plain}; ${pairs(own)}`)).toBe("2");
      const ended = await sessions.end(new Headers({ cookie: pairs(own) }), facts, new Response());
      for (const line of ended.headers.getSetCookie())
        expect(line.toLowerCase().split("; "), "else the browser would keep it").toEqual(
          expect.arrayContaining(["path=/", "secure"]),
        );
      expect(await opened(pairs(own))).toBeNull();
    });
  },
);
