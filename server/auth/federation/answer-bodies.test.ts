import { connect, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createProvider } from "@/server/domain/federation/providers";
import { tenantActor } from "@/server/testing/operations";
import { samlIdentityProvider } from "@/server/testing/saml-idp";
import { startTestServer, type TestServer } from "@/server/testing/server";
import { databaseKinds } from "@/server/testing/stores";
import { turnsOfLoop } from "@/server/testing/work";

const LENGTH = 300_000;

describe.each(databaseKinds)("strangers who send answers of identity providers slowly, on %s", (kind) => {
  let server: TestServer;
  let providerId: number;
  let slug: string;
  beforeAll(async () => {
    server = await startTestServer(kind);
    const [tenant] = server.seed.tenants;
    ({ slug } = tenant);
    const actor = tenantActor(tenant.tenantId);
    const { entityId, ssoUrl, certificate: certificates } = samlIdentityProvider("https://idp.example.org");
    ({ providerId } = await server.container.execute(actor, createProvider, {
      name: "Company",
      configuration: { kind: "saml", settings: { entityId, ssoUrl, certificates } },
    }));
  }, 120_000);
  afterAll(() => server.close());

  const sockets: Socket[] = [];
  afterEach(() => sockets.splice(0).forEach((socket) => socket.destroy()));

  /** Sends a form without its last byte. Returns the answer so far, and true if the connection has ended. */
  function withhold(id: number, from = "127.0.0.1") {
    const { port, host } = new URL(server.url);
    const socket = connect({ port: Number(port), host: "127.0.0.1", localAddress: from });
    const state = { answer: "", ended: false, finish: () => socket.write("x") };
    socket.on("error", () => {}).on("close", () => (state.ended = true));
    socket.on("data", (part: Buffer) => (state.answer += part.toString()));
    socket.write(
      `POST /federation/${slug}/saml/${id}/acs HTTP/1.1\r\nHost: ${host}\r\nContent-Length: ${LENGTH}\r\n` +
        `Content-Type: application/x-www-form-urlencoded\r\n\r\n${"x".repeat(LENGTH - 1)}`,
    );
    sockets.push(socket);
    return state;
  }

  it("memory exhaustion: a body for an unknown provider is not received, and the connection ends", async () => {
    const sent = Array.from({ length: 30 }, () => withhold(providerId + 1_000));
    await vi.waitFor(() => expect(sent.filter(({ ended }) => !ended)).toEqual([]), { timeout: 15_000 });
    for (const { answer } of sent) {
      expect(answer).toMatch(/^HTTP\/1\.1 303 /);
      expect(answer).toMatch(/location: .*\/interaction\/expired/i);
    }
  });

  it("memory exhaustion: bodies beyond 25.6 MB are refused, the oldest of the heaviest networks", async () => {
    // 15 of each network are 4.5 MB, so 8 networks send 36 MB.
    const networks = Array.from({ length: 8 }, (_, index) => `127.0.0.${index + 10}`);
    const sent = networks.flatMap((from) => Array.from({ length: 15 }, () => withhold(providerId, from)));
    const refused = () => sent.filter(({ answer }) => /^HTTP\/1\.1 503 [\s\S]*retry-after: 5/i.test(answer));
    await vi.waitFor(() => expect(refused().length).toBeGreaterThan(30), { timeout: 15_000 });
    // Strangers of eight networks do not keep others out.
    const other = withhold(providerId, "127.0.0.2");
    await turnsOfLoop(50);
    other.finish();
    await vi.waitFor(() => expect(other.answer).toMatch(/^HTTP\/1\.1 400 /), { timeout: 15_000 });
    expect(sent.filter(({ ended }) => !ended).length).toBeGreaterThan(60);
  }, 30_000);
});
