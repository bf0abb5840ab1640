import { DrizzleQueryError } from "drizzle-orm/errors";
import { expect, it } from "vitest";
import { describeError } from "./log";

it("logs of a statement that failed what it was, and not what it was given", () => {
  const error = new DrizzleQueryError("update users set password_hash = $1", ["$argon2id$the hash"]);
  const logged = describeError(error);
  expect(logged.message).toContain("update users");
  expect(logged.stack).toContain("log.test.ts");
  expect(JSON.stringify(logged)).not.toContain("the hash");
});
