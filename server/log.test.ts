import { DrizzleQueryError } from "drizzle-orm/errors";
import { expect, it } from "vitest";
import { describeError } from "./log";

it("log flooding: what is logged of an error is cut, however long strangers made it", () => {
  const long = "x".repeat(1_000_000);
  const logged = describeError(Object.assign(new Error(long), { cause: new Error(long) }));
  expect(JSON.stringify(logged).length).toBeLessThan(15_000);
  expect(logged.message).toMatch(/^x{2000}… \(1000000 characters\)$/);
});

it("logs of a statement that failed what it was, and not what it was given", () => {
  const error = new DrizzleQueryError("update users set password_hash = $1", ["$argon2id$the hash"]);
  const logged = describeError(error);
  expect(logged.message).toContain("update users");
  expect(logged.stack).toContain("log.test.ts");
  expect(JSON.stringify(logged)).not.toContain("the hash");
});
