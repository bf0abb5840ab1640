import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { alertTypes } from "@/server/domain/risk/alert-types";

it("has a name for every type of alert", () => {
  const source = readFileSync(new URL("./words.ts", import.meta.url), "utf8");
  const table = source.slice(source.indexOf("function useAlertWords"));
  const said = Array.from(table.matchAll(/^ {4}(\w+): t\(/gm), ([, type]) => type);
  expect(Object.keys(alertTypes).filter((type) => !said.includes(type))).toEqual([]);
});
