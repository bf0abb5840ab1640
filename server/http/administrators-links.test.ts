import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { requestOwnEmailChange } from "@/server/domain/account/email-change";
import { requestEmailVerification } from "@/server/domain/recovery/email-verification";
import { createExecute } from "@/server/kernel/operation/execute";
import { tenantActor } from "@/server/testing/operations";
import { startTestServer, type TestServer } from "@/server/testing/server";
import { databaseKinds } from "@/server/testing/stores";
import { foreignDomain } from "@/server/testing/foreign-domain";
const NEW = "mallory chose this one 9";

describe.each(databaseKinds)("links of administrators at a custom domain, on %s", (kind) => {
  let server: TestServer;
  const { acme, store, post, mailed, takeDomain } = foreignDomain(() => server);
  let domain: string;
  beforeAll(async () => {
    server = await startTestServer(kind);
    domain = await takeDomain();
  }, 120_000);
  afterAll(() => server.close());

  it("attack: the verifier of a domain requests the owner's new password there, so that the link would lead there", async () => {
    const { owner, slug } = acme();
    await post(domain, `/recover/${slug}/ask`, { email: owner.email });
    const { url, token } = await mailed(owner.email);
    expect(url).toBe(`${server.url}/recover/${slug}?token=${token}`);
    // An owner's link does not work at the custom domain and stays unused.
    expect(await post(domain, `/recover/${slug}/reset`, { token, password: NEW })).toMatchObject({
      error: "expired",
    });
    const { auth } = server.container;
    const site = { baseUrl: domain, tenant: { tenantId: acme().tenantId, slug } };
    expect(await auth.hostedAt(site).emailLinks.recover(slug, token)).toMatchObject({ choose: false });
    expect(await auth.main.emailLinks.recover(slug, token)).toMatchObject({ choose: true });
    expect(await post(server.url, `/recover/${slug}/reset`, { token, password: NEW })).toEqual({
      done: "admin",
    });
  });

  it("leads other users to the domain of their request, and accepts the link there", async () => {
    const { slug } = acme();
    const email = "shopper@links.example";
    await store().write((tx) => tx.users.insert({ email, passwordHash: "x" }));
    await post(domain, `/recover/${slug}/ask`, { email });
    const { url, token } = await mailed(email);
    expect(url).toBe(`${domain}/recover/${slug}?token=${token}`);
    expect(await post(domain, `/recover/${slug}/reset`, { token, password: NEW })).toEqual({ done: "user" });
  });

  it("attack: an administrator's proof and change of address, requested at a custom domain, would lead there", async () => {
    const { tenantId, slug } = acme();
    const { ports, stores } = server.container;
    const there = createExecute(stores, {
      ...ports,
      installation: { ...ports.installation, baseUrl: domain },
    });
    const email = "second.admin@links.example";
    const { userId, sessionId } = await store().write(async (tx) => {
      const { id } = await tx.users.insert({ email });
      await tx.administrators.insert({ userId: id, role: "admin" });
      const session = await tx.sessions.insert({
        userId: id,
        expiresAt: new Date(Date.now() + 3_600_000),
      });
      return { userId: id, sessionId: session.id };
    });
    const actor = tenantActor(tenantId, {
      channel: "account",
      capabilities: ["ManageOwnAccount"],
      as: { userId, email, sessionId },
    });
    await there(actor, requestEmailVerification, {});
    const proof = await mailed(email);
    expect(proof.url).toBe(`${server.url}/verify/${slug}?token=${proof.token}`);
    expect(await post(domain, `/verify/${slug}/confirm`, { token: proof.token })).toMatchObject({
      error: "expired",
    });
    expect(await post(server.url, `/verify/${slug}/confirm`, { token: proof.token })).toEqual({
      done: "user",
    });
    // The session at the custom domain cannot request another address, because the mail would lead to the
    // installation's own host.
    await expect(there(actor, requestOwnEmailChange, { email: "moved@links.example" })).rejects.toMatchObject(
      {
        reason: {
          code: "own_account.administrator_elsewhere",
          params: { address: `${server.url}/account/${slug}` },
        },
      },
    );
    await server.container.execute(actor, requestOwnEmailChange, { email: "moved@links.example" });
    const change = await mailed("moved@links.example");
    expect(change.url).toBe(`${server.url}/verify/${slug}?token=${change.token}`);
    expect(await post(domain, `/verify/${slug}/change`, { token: change.token })).toMatchObject({
      error: "expired",
    });
    expect(await post(server.url, `/verify/${slug}/change`, { token: change.token })).toEqual({
      done: "changed",
    });
  });

  it("attack: the invitation of an administrator is accepted at a custom domain", async () => {
    const { slug, credential } = acme();
    const { body } = await server.call<{ token: string }>(credential, "POST", "/api/v1/invitations", {
      email: "third.admin@links.example",
      userKind: "tenant_admin",
    });
    const form = { token: body.token, name: "Third", password: NEW };
    expect(await post(domain, `/join/${slug}/accept`, form)).toMatchObject({ error: "expired" });
    expect(await post(server.url, `/join/${slug}/accept`, form)).toEqual({ done: "admin" });
  });
});
