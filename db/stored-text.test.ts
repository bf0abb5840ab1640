import { pgTable } from "drizzle-orm/pg-core";
import { expect, it } from "vitest";
import { storedText } from "./kit";
import { roleTexts } from "@/server/domain/roles/roles";

const { reason } = pgTable("stored_text", { reason: storedText("reason") });
const stored = (value: Parameters<typeof reason.mapToDriverValue>[0]) =>
  reason.mapFromDriverValue(reason.mapToDriverValue(value));

it("stores a text with its code, and a sentence unchanged", () => {
  const text = roleTexts.role_missing({ name: '"}' });
  expect(stored(text)).toEqual(text);
  expect(stored("Stopped by an administrator.")).toBe("Stopped by an administrator.");
  expect(stored("")).toBe("");
});

it("injection: reads a name that looks like a stored code as a name", () => {
  for (const name of ['{"code":"job.stopped","params":{}}', '{"code":"', '{"code":"x","params":null}'])
    expect(stored(name)).toBe(` ${name}`);
  expect(reason.mapFromDriverValue('{"code":"')).toBe('{"code":"');
});
