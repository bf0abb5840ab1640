import { DrizzleQueryError } from "drizzle-orm/errors";
import { Writable } from "node:stream";
import { expect, it } from "vitest";
import { newSecretOf, newWebhookSecret } from "../kernel/http/secret-forms";
import { createLog, describeError, logConsole } from "./log";

it("log flooding: long texts of clients in an error are cut in the log", () => {
  const long = "x".repeat(1_000_000);
  const logged = describeError(Object.assign(new Error(long), { cause: new Error(long) }));
  expect(JSON.stringify(logged).length).toBeLessThan(15_000);
  expect(logged.message).toMatch(/^x{2000}… \(1000000 characters\)$/);
});

it("logs the error of a failed statement without its parameters", () => {
  const error = new DrizzleQueryError("update users set password_hash = $1", ["$argon2id$the hash"]);
  const logged = describeError(error);
  expect(logged.message).toContain("update users");
  expect(logged.stack).toContain("log.test.ts");
  expect(JSON.stringify(logged)).not.toContain("the hash");
});

it("log forging: output of a library is one JSON line, without escapes, and cut", () => {
  const lines: string[] = [];
  const write = (chunk: Buffer, _encoding: string, done: () => void) => {
    lines.push(chunk.toString());
    done();
  };
  const target = { ...console };
  const undo = logConsole(createLog("info", new Writable({ write })), target);
  target.error("\u001b[31m⨯\u001b[0m", new Error('no\n{"level":50,"msg":"forged"}'));
  target.log("%s", "x".repeat(1_000_000));
  target.warn({ a: "\u2028" });
  undo();
  expect(target).toEqual({ ...console });
  expect(lines.map((line) => (JSON.parse(line) as { level: number }).level)).toEqual([50, 30, 40]);
  for (const line of lines) {
    expect(line.trimEnd()).not.toContain("\n");
    expect(line).not.toContain("u001b");
    expect(line.length).toBeLessThan(10_000);
  }
  expect(lines[0]).toContain("forged");
});

it("a leaked log: a secret that a client put into a path or a message is hidden", () => {
  const lines: string[] = [];
  const log = createLog("info", { write: (line) => void lines.push(line) });
  const jwt = `eyJ${"h".repeat(40)}.eyJ${"p".repeat(40)}.${"s".repeat(86)}`;
  for (const secret of [newSecretOf("client"), newSecretOf("scim"), newWebhookSecret(), jwt]) {
    const encoded = encodeURIComponent(secret);
    log.child({ requestId: secret }).info({ path: `/api/v1/nothing/${encoded}` }, secret);
    log.error({ err: new Error(`no row for ${secret}`) }, "failed");
    const all = lines.splice(0).join("");
    expect(all).toContain("/api/v1/nothing/");
    expect(all).not.toContain(secret.slice(10));
    expect(all).not.toContain(encoded.slice(10));
  }
  log.info({ table: "scim_tokens", clientId: "t1_abcdefghijklmnopqrstuv" }, "docs_are_not_secrets_at_all");
  expect(lines.join("")).not.toContain("hidden");
});
