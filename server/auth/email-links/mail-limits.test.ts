import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hashSecret, newOpaqueToken } from "@/server/kernel/http/client-id";
import { startTestServer, type TestServer } from "@/server/testing/server";
import { databaseKinds } from "@/server/testing/stores";
import { mailLinks } from "@/server/testing/mail-links";

describe.each(databaseKinds)("links in mails, on %s", (kind) => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer(kind)), 120_000);
  afterAll(() => server.close());

  const { emailLinks, answer, tenant } = mailLinks(() => server);

  it("limits the mails to a mailbox, and does not reveal the limit", async () => {
    const { slug, owner } = tenant(1);
    const before = await count(owner.email);
    for (let time = 0; time < 7; time++)
      expect(await answer(`/recover/${slug}/ask`, { email: owner.email })).toEqual({ sent: "1" });
    expect((await count(owner.email)) - before).toBe(5);
    const tries = [];
    for (let time = 0; time < 70; time++)
      tries.push(await answer(`/verify/${slug}/confirm`, { token: "no" }));
    expect(tries.at(-1)).toEqual({ token: "no", error: "throttled" });
  });

  it("attack: many mails to one mailbox through all channels and spellings", async () => {
    const [acme, globex] = [tenant(0), tenant(1)];
    const email = "flooded@both.example";
    for (const { tenantId } of [acme, globex])
      await server.container.stores.tenant(tenantId).write(async (tx) => {
        const { id: userId } = await tx.users.insert({ email, name: "Flo", emailVerifiedAt: new Date() });
        await tx.administrators.insert({ userId, role: "admin" });
      });
    const ask = async (slug: string, typed: string) => {
      const request = new Request(`${server.url}/recover/${slug}/ask`, {
        method: "POST",
        body: new URLSearchParams({ email: typed }),
        headers: { origin: server.url },
      });
      const facts = { ip: "198.51.100.200", requestId: null };
      await emailLinks().submit(request, { kind: "recover", slug, step: "ask" }, facts);
      await server.container.auth.settled();
    };
    await ask("-", email);
    expect(await count(email), "each of both mails counts").toBe(2);
    for (const slug of ["-", acme.slug, globex.slug])
      for (const typed of [email, `${acme.slug}/${email}`, `${globex.slug}/${email}`, "FLOODED@both.example"])
        await ask(slug, typed);
    expect(await count(email)).toBe(5);
  });

  it("still sends the recovery mail to a user whose quota strangers from many networks have used up", async () => {
    const { slug, tenantId, owner } = tenant(1);
    const email = "victim@globex.example";
    const device = newOpaqueToken();
    const store = server.container.stores.tenant(tenantId);
    await store.write(async (tx) => {
      const { id: userId } = await tx.users.insert({ email, name: "Vic", emailVerifiedAt: new Date() });
      await tx.devices.insert({
        userId,
        label: "Firefox",
        tokenHash: hashSecret(device),
        status: "registered",
      });
    });
    const ask = async (ip: string, cookie = "") => {
      const request = new Request(`${server.url}/recover/${slug}/ask`, {
        method: "POST",
        body: new URLSearchParams({ email }),
        headers: { origin: server.url, cookie },
      });
      const place = { kind: "recover", slug, step: "ask" };
      const answered = await emailLinks().submit(request, place, { ip, requestId: null });
      expect(answered.headers.get("location")).toMatch(/sent=1/);
    };
    for (let network = 1; network <= 30; network++) {
      await ask(`198.51.100.${network}`);
      await server.container.auth.settled();
    }
    // Strangers can cause at most fifteen mails.
    expect(await count(email)).toBe(15);
    await ask("198.51.100.77", `castellan_device=${newOpaqueToken()}`);
    expect(await count(email)).toBe(15);
    await ask("203.0.113.5", `castellan_device=${device}`);
    expect(await count(email)).toBe(16);
    // A known browser has a quota of its own, for its own user only.
    for (let time = 0; time < 10; time++) await ask("203.0.113.5", `castellan_device=${device}`);
    expect(await count(email)).toBe(20);
    expect(await count(owner.email)).toBeLessThan(20);
  });

  const count = async (to: string) => {
    await server.container.auth.settled();
    const [row] = await server.database.sql<{ count: number }[]>`
      select count(*)::int as count from messages where recipient = ${to}`;
    return row!.count;
  };
});
