import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { AppError } from "../errors";
import { defineRefusals } from "./define";
import germanOfOthers from "./de.json";
import germanOfFields from "./field.de.json";
import { refusals } from ".";
import { refusalText } from "./text";
import { userRefusals } from "./users";
import { paramsIn } from "./with-params";

/** Refusals of fields have a table of texts that follow the name of the field. */
const isOfField = (code: string) => code.startsWith("field.");
const isText = (code: string, text: string) =>
  isOfField(code) ? !text.endsWith(".") : /^["“\p{L}{].*[.!?}]$/u.test(text);

describe("refusals", () => {
  it("have a code, a text and details from their definition and their caller", () => {
    const { in_use: inUse, gone } = defineRefusals("thing", {
      in_use: { status: 409, text: "{name} uses {name} {count} times.", field: "name" },
      gone: { status: 404, text: "There is no such thing." },
    });
    expect(inUse({ name: "{count}", count: 2 })).toMatchObject({
      status: 409,
      error: "conflict",
      message: "{count} uses {count} 2 times.",
      details: { field: "name" },
      reason: { code: "thing.in_use", params: { name: "{count}", count: 2 } },
    });
    expect(inUse({ name: "a", count: 1 }, { field: "names.0" }).details).toEqual({ field: "names.0" });
    expect(gone()).toMatchObject({
      status: 404,
      error: "not_found",
      reason: { code: "thing.gone", params: {} },
    });
  });

  it("have a text in each language, and English if a language lacks it", () => {
    const missing = userRefusals.not_found;
    expect(refusalText("de", missing())).toBe("Diesen Benutzer gibt es nicht.");
    expect(refusalText("en", missing())).toBe("There is no such user.");
    const unknown = new AppError(404, "not_found", "Nothing is here.", { code: "thing.gone", params: {} });
    expect(refusalText("de", unknown)).toBe("Nothing is here.");
  });

  it("are all registered, once each", () => {
    const folder = "server/kernel/refusals";
    const defined = readdirSync(folder)
      .filter((file) => !/^(define|with-params|text|index|.*\.test)\.ts$/.test(file))
      .flatMap((file) => {
        const text = readFileSync(`${folder}/${file}`, "utf8");
        return [...text.matchAll(/defineRefusals\("(\w+)", \{(.*?)^\}\);/gms)].flatMap(([, area, table]) =>
          [...table!.matchAll(/^ {2}(\w+): \{/gm)].map(([, name]) => `${area}.${name}`),
        );
      });
    const registered = [...refusals.keys()].filter((code) => !isOfField(code));
    expect(registered.sort()).toEqual(defined.sort());
  });

  it("have codes in lower case, one sentence, and German with the same parameters", () => {
    const wrong = [...refusals.values()].filter(
      ({ code, definition: { text } }) => !/^[a-z]\w*\.[a-z][a-z0-9_]*$/.test(code) || !isText(code, text),
    );
    expect(wrong.map(({ code }) => code)).toEqual([]);
    const codes = [...refusals.keys()].sort();
    expect(Object.keys(germanOfFields)).toEqual(codes.filter(isOfField));
    expect(Object.keys(germanOfOthers)).toEqual(codes.filter((code) => !isOfField(code)));
    const translations: Record<string, string> = { ...germanOfOthers, ...germanOfFields };
    const lost = [...refusals.values()].filter(
      ({ code, definition: { text } }) => paramsIn(translations[code]!).join() !== paramsIn(text).join(),
    );
    expect(lost.map(({ code }) => code)).toEqual([]);
  });

  it("are listed in docs/refusals.md", async () => {
    const rows = [...refusals.values()]
      .sort((one, other) => (one.code < other.code ? -1 : 1))
      .map(
        ({ code, definition: { status, text } }) =>
          `| \`${code}\` | ${status} | ${text.replace(/[<|]/g, "\\$&")} |`,
      );
    const page = [
      "# Refusals",
      "",
      "A refused request has a stable code. The management API adds it to the error body:",
      '`{"error": "conflict", "error_description": "…", "refusal": {"code": "role.name_in_use", "params": {}, "field": "name"}}`.',
      "SCIM sends the code in the header `Refusal-Code`. A code never changes its meaning. Its text may change: compare codes, not",
      "texts. `params` has the values of the names in braces. `field` names the input field at fault, if there is one.",
      "The description of a `field.…` refusal is the name of the field with the text: `name: must not be empty.`",
      "",
      "A published code stays, with its status and the names of its parameters: `server/kernel/published-codes.isolated.test.ts` compares the",
      "refusals with the committed list `server/kernel/refusals/published.json`.",
      "",
      "This page is generated from `server/kernel/refusals/` (`npx vitest run kernel/refusals -u`).",
      "",
      "| code | status | text |",
      "| --- | --- | --- |",
      ...rows,
      "",
    ].join("\n");
    await expect(page).toMatchFileSnapshot("../../../docs/refusals.md");
  });
});
