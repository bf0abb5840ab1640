import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import fc from "fast-check";
import pino from "pino";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { queueMessage, sealMessage } from "@/server/domain/messages/queue";
import type { Template, TemplateData } from "@/server/domain/messages/templates";
import { updateTenantConfig } from "@/server/domain/tenant-config/tenant-config";
import { testOperations, type TestOperations } from "@/server/testing/operations";
import { databaseKinds } from "@/server/testing/stores";
import { createMessageClaims } from "./claims";
import { createMailOutlet } from "./mail";
import type { Outlets } from "./outlets";
import { createTextOutlet, deliveryTexts } from "./text-gateway";
import { startMessageWorker } from "./worker";

const FROM = "no-reply@castellan.example";
const log = pino({ level: "silent" });

/** Starts a mail server that stores its mails. With `refuse`, it answers with this code instead. */
async function mailServer() {
  const got: { to: string[]; raw: string }[] = [];
  const state: { refuse: number | null } = { refuse: null };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        if (state.refuse !== null)
          return done(Object.assign(new Error("not today"), { responseCode: state.refuse }));
        got.push({
          to: session.envelope.rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString("utf8"),
        });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    got,
    state,
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}

/** Starts a gateway for text messages that stores its requests. */
async function textGateway() {
  const got: { headers: IncomingMessage["headers"]; body: unknown }[] = [];
  const state = { status: 202 };
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      if (state.status < 300)
        got.push({ headers: request.headers, body: JSON.parse(Buffer.concat(chunks).toString("utf8")) });
      response.writeHead(state.status, { location: "http://127.0.0.1:1/" }).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/messages`,
    got,
    state,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

describe.each(databaseKinds)("messages on %s", (kind) => {
  let test: TestOperations;
  let smtp: Awaited<ReturnType<typeof mailServer>>;
  let gateway: Awaited<ReturnType<typeof textGateway>>;
  let tenant = 100;
  const workers: { stop: () => Promise<void> }[] = [];

  beforeAll(async () => {
    test = await testOperations(kind);
    smtp = await mailServer();
    gateway = await textGateway();
  });
  afterAll(async () => {
    await smtp.close();
    await gateway.close();
    await test.close();
  });
  beforeEach(() => {
    tenant += 1;
    smtp.got.length = 0;
    gateway.got.length = 0;
    smtp.state.refuse = null;
    gateway.state.status = 202;
  });
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.stop()));
    await test.database.sql`delete from messages`;
  });

  const start = (outlets: Partial<Outlets> = {}) => {
    const worker = startMessageWorker({
      database: test.database,
      stores: test.stores,
      ports: test.ports,
      outlets: {
        email: createMailOutlet({ url: smtp.url, from: FROM }),
        sms: createTextOutlet({ url: gateway.url, token: "gateway-secret", allowPrivate: true }),
        ...outlets,
      },
      log,
    });
    workers.push(worker);
    return worker;
  };
  const queue = <T extends Template>(
    template: T,
    data: TemplateData<T>,
    more: { to?: string; channel?: "email" | "sms"; locale?: "en" | "de" } = {},
  ) => {
    const sealed = sealMessage(test.ports.vault, {
      channel: "email",
      to: "ada@example.com",
      template,
      data,
      ...more,
    });
    return test.write(tenant, (tx) => queueMessage(tx, sealed));
  };
  const rows = () => test.stores.tenant(tenant).read((tx) => tx.messages.list({}));
  const state = async () => (await rows())[0]?.state;

  it("are sent by mail in the organization's look and language, and their content is deleted", async () => {
    await test.run(tenant, updateTenantConfig, { name: "Acme", brandName: "Acme Wolke" });
    await queue("email_code", { code: "493021", minutes: 10, app: "Ledger" }, { locale: "de" });
    start();
    await expect.poll(state).toBe("sent");
    expect((await rows())[0]).toMatchObject({ dataSealed: null, attemptCount: 1, error: null });
    const [mail] = smtp.got;
    expect(mail?.to).toEqual(["ada@example.com"]);
    const parsed = await PostalMime.parse(mail!.raw);
    expect(parsed.subject).toBe("493021 ist Ihr Code für Ledger");
    expect(parsed.from).toMatchObject({ name: "Acme Wolke", address: FROM });
    expect(parsed.text).toContain("Mit Castellan");
    expect(parsed.html).toContain('<html lang="de">');
    expect(parsed.html).toContain("493021");
    expect(mail!.raw).toContain("Auto-Submitted: auto-generated");
  });

  it("are sent by text to the gateway, with its credential", async () => {
    await queue("sms_code", { code: "771204" }, { channel: "sms", to: "+49 (30) 901820" });
    start();
    await expect.poll(state).toBe("sent");
    expect(gateway.got[0]?.headers.authorization).toBe("Bearer gateway-secret");
    expect(gateway.got[0]?.body).toMatchObject({ to: "+4930901820" });
    expect((gateway.got[0]!.body as { text: string }).text).toMatch(/^771204 is your code/);
  });

  it("follow no redirect of the gateway, and go to no private address unless that is allowed", async () => {
    gateway.state.status = 302;
    await queue("sms_code", { code: "1" }, { channel: "sms", to: "+49309018" });
    start();
    await expect
      .poll(async () => (await rows())[0]?.error)
      .toEqual(deliveryTexts.gateway_answered({ status: 302 }));
    const guarded = createTextOutlet({ url: gateway.url, token: undefined, allowPrivate: false });
    const message = { id: "1", to: "+49309018", from: "", subject: "", html: null, text: "1" };
    await expect(guarded.send(message)).rejects.toThrow("private");
  });

  it("with a code are tried three times within ten minutes, and then no more", async () => {
    smtp.state.refuse = 451;
    await queue("email_code", { code: "1", minutes: 10, app: null });
    start();
    for (const tries of [1, 2, 3]) {
      await expect.poll(async () => (await rows())[0]?.attemptCount).toBe(tries);
      await expect.poll(async () => (await rows())[0]?.claimedUntil).toBeNull();
      const [row] = await rows();
      expect(row?.state).toBe(tries < 3 ? "queued" : "failed");
      expect(row?.error).toContain("451");
      const wait = row?.nextAttemptAt && row.nextAttemptAt.getTime() - Date.now();
      if (tries < 3) expect(wait).toBeLessThan(9 * 60_000);
      else expect(wait).toBeNull();
      await test.database
        .sql`update messages set next_attempt_at = now() where tenant_id = ${tenant} and state = 'queued'`;
    }
    expect((await rows())[0]?.dataSealed).not.toBeNull();
  });

  it("are given up at once if a server refuses them permanently", async () => {
    smtp.state.refuse = 550;
    await queue("password_changed", {});
    start();
    await expect.poll(state).toBe("failed");
    expect((await rows())[0]?.attemptCount).toBe(1);
  });

  it("are kept if this installation does not send them, and fail without a channel", async () => {
    await queue("password_changed", {});
    await queue("sms_code", { code: "1" }, { channel: "sms", to: "+49309018" });
    start({ email: "keep", sms: null });
    await expect.poll(async () => (await rows()).map((row) => row.state).sort()).toEqual(["failed", "kept"]);
    expect((await rows()).find((row) => row.state === "kept")?.dataSealed).not.toBeNull();
  });

  it("of a transaction that was rolled back are not sent", async () => {
    const sealed = sealMessage(test.ports.vault, {
      channel: "email",
      to: "ada@example.com",
      template: "password_changed",
      data: {},
    });
    const failing = test.write(tenant, async (tx) => {
      await queueMessage(tx, sealed);
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect(await rows()).toEqual([]);
  });

  it("are sent by another instance if the one that claimed them has ended", async () => {
    await queue("password_changed", {});
    const claims = createMessageClaims(test.database);
    expect(await claims.claim(10)).toHaveLength(1);
    expect(await claims.claim(10)).toHaveLength(0);
    await queue("password_changed", {}, { to: "later@example.com" });
    start();
    await expect.poll(() => smtp.got.length).toBe(1);
    expect((await rows()).map(({ recipient, attemptCount }) => [recipient, attemptCount])).toEqual([
      ["ada@example.com", 1],
      ["later@example.com", 1],
    ]);
    await test.database
      .sql`update messages set claimed_until = now() - interval '1 second' where tenant_id = ${tenant}`;
    await expect.poll(async () => (await rows()).map((row) => row.state)).toEqual(["sent", "sent"]);
    expect(smtp.got).toHaveLength(2);
    expect((await rows()).map(({ attemptCount }) => attemptCount)).toEqual([2, 1]);
  });

  it.skipIf(kind === "pglite")("are sent once by any number of instances", async () => {
    for (let index = 0; index < 60; index++)
      await queue("password_changed", {}, { to: `p${index}@example.com` });
    for (const _instance of [1, 2, 3]) start();
    await expect.poll(() => smtp.got.length, { timeout: 15_000 }).toBeGreaterThanOrEqual(60);
    await expect
      .poll(async () => (await rows()).every((row) => row.state === "sent"), { timeout: 15_000 })
      .toBe(true);
    expect(new Set(smtp.got.flatMap(({ to }) => to)).size).toBe(60);
    expect(smtp.got).toHaveLength(60);
  });

  it("attack: the input of a user does not change the headers of a mail", async () => {
    const outlet = createMailOutlet({ url: smtp.url, from: FROM });
    const hostile = fc.oneof(
      fc.string({ unit: "binary", maxLength: 40 }),
      fc
        .tuple(fc.string(), fc.constantFrom("\r\n", "\n", "\r", "\u2028", "\0"), fc.string())
        .map(([before, line, after]) => `${before}${line}Bcc: victim@example.com${line}${after}`),
    );
    await fc.assert(
      fc.asyncProperty(hostile, hostile, hostile, async (name, subject, id) => {
        smtp.got.length = 0;
        await outlet.send({ id: "m", to: "ada@example.com", from: name, subject, html: null, text: id });
        const mail = smtp.got[0]!;
        expect(mail.to).toEqual(["ada@example.com"]);
        const { headers } = await PostalMime.parse(mail.raw);
        const names = headers.map(({ key }) => key);
        expect(new Set(names).size).toBe(names.length);
        const known =
          "auto-submitted content-transfer-encoding content-type date from message-id mime-version subject to";
        for (const key of names) expect(known.split(" ")).toContain(key);
      }),
      { numRuns: 150 },
    );
    for (const to of [
      "ada@example.com, eve@example.com",
      "ada@example.com\r\nBcc: eve@example.com",
      "<ada@example.com>",
    ])
      await expect(outlet.send({ id: "m", to, from: "", subject: "", html: null, text: "" })).rejects.toThrow(
        "The address is not one",
      );
    outlet.close();
  });
});
