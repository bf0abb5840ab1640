import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { broken, listWith, type PublishedCodes } from "../testing/published-codes";
import german from "./texts/de.json";
import { declaredTexts, paramsIn } from "./texts/define";
import germanOfFields from "./texts/field.de.json";
// Imports every module with texts, as the server does.
import "../container";

/** All texts of the server, sorted by code. */
const texts = [...declaredTexts.values()].sort((one, other) => (one.code < other.code ? -1 : 1));
const codes = texts.map(({ code }) => code);
const refusals = texts.filter(({ status }) => status !== undefined);
const isOfField = (code: string) => code.startsWith("field.");

/** Includes all texts, because each can be stored as a code with parameters. */
const defined: PublishedCodes = Object.fromEntries(
  texts.map(({ code, status, english }) => [code, { status, params: paramsIn(english) }]),
);

const PUBLISHED = "server/kernel/texts/published.json";
const published = JSON.parse(readFileSync(PUBLISHED, "utf8")) as PublishedCodes;

describe("the published codes", () => {
  it("exist with the same status and parameters", () => {
    expect(broken(published, defined)).toEqual([]);
  });

  // `npx vitest run kernel/published-codes -u` adds new codes. It neither removes nor changes a code.
  it("are all listed in published.json", async () => {
    await expect(listWith(published, defined)).toMatchFileSnapshot("./texts/published.json");
  });

  it("are found after the import of the container, whichever module declares them", () => {
    const first = readdirSync("server", { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
      .flatMap((file) => {
        const tables = /define(?:Texts|Refusals)\("(\w+)", \{\s*(?:\/[/*].*\s+)*(\w+):/g;
        return [...readFileSync(`server/${file}`, "utf8").matchAll(tables)];
      })
      .map(([, area, name]) => `${area}.${name}`);
    expect(first.length).toBeGreaterThan(50);
    expect(first.filter((code) => !declaredTexts.has(code))).toEqual([]);
  });
});

describe("coded texts", () => {
  it("have codes in lower case, and refusals are sentences", () => {
    const isText = (code: string, text: string) =>
      isOfField(code) ? !text.endsWith(".") : /^["“\p{L}{].*[.!?}]$/u.test(text);
    expect(codes.filter((code) => !/^[a-z]\w*\.[a-z][a-z0-9_]*$/.test(code))).toEqual([]);
    expect(refusals.filter(({ code, english }) => !isText(code, english))).toEqual([]);
  });

  it("have German with the same parameters", () => {
    expect(Object.keys(germanOfFields)).toEqual(codes.filter(isOfField));
    expect(Object.keys(german)).toEqual(codes.filter((code) => !isOfField(code)));
    const translations: Record<string, string> = { ...german, ...germanOfFields };
    const lost = texts.filter(
      ({ code, english }) => paramsIn(translations[code]!).join() !== paramsIn(english).join(),
    );
    expect(lost.map(({ code }) => code)).toEqual([]);
  });

  it("are listed in docs/refusals.md if they refuse", async () => {
    const rows = refusals.map(
      ({ code, status, english }) => `| \`${code}\` | ${status} | ${english.replace(/[<|]/g, "\\$&")} |`,
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
      `refusals with the committed list \`${PUBLISHED}\`.`,
      "",
      "This page is generated from all refusals of the server (`npx vitest run kernel/published-codes -u`).",
      "",
      "| code | status | text |",
      "| --- | --- | --- |",
      ...rows,
      "",
    ].join("\n");
    await expect(page).toMatchFileSnapshot("../../docs/refusals.md");
  });
});

describe("a list of published codes", () => {
  const published = {
    "role.gone": { status: 404, params: [] },
    "role.full": { status: 409, params: ["max"] },
  };

  it("finds a code that is missing, has another status or has other parameters", () => {
    expect(broken(published, published)).toEqual([]);
    expect(broken(published, {})).toEqual(["role.gone", "role.full"]);
    expect(
      broken(published, {
        "role.gone": { status: 410, params: [] },
        "role.full": { status: 409, params: ["most"] },
      }),
    ).toEqual(["role.gone", "role.full"]);
  });

  it("gets new codes and keeps the others", () => {
    const defined = { "role.gone": { status: 410, params: [] }, "role.busy": { params: ["name"] } };
    expect(JSON.parse(listWith(published, defined))).toEqual({
      ...published,
      "role.busy": { params: ["name"] },
    });
  });
});
