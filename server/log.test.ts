import { DrizzleQueryError } from "drizzle-orm/errors";
import { Writable } from "node:stream";
import { expect, it } from "vitest";
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
