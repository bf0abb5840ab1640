import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { broken, listWith, type PublishedCodes } from "../testing/published-codes";
import { refusals } from "./refusals";
import { paramsIn } from "./refusals/with-params";
import { texts } from "./texts";
import { moduleTexts } from "./texts/module-texts";
// Declares the texts of the access-rule types.
import "../domain/access-rules/rule-types.schema";

const ofRefusals: PublishedCodes = Object.fromEntries(
  [...refusals.values()].map(({ code, definition: { status, text } }) => [
    code,
    { status, params: paramsIn(text) },
  ]),
);

/** Includes all texts, because each can be stored as a code with parameters. */
const ofTexts: PublishedCodes = Object.fromEntries(
  [...texts.values(), ...moduleTexts()].map(({ code, english }) => [code, { params: paramsIn(english) }]),
);

const listIn = (folder: string) =>
  JSON.parse(readFileSync(`server/kernel/${folder}/published.json`, "utf8")) as PublishedCodes;

describe.each([
  ["refusals", ofRefusals],
  ["texts", ofTexts],
])("the published codes of %s", (folder, defined) => {
  it("exist with the same status and parameters", () => {
    expect(broken(listIn(folder), defined)).toEqual([]);
  });

  // `npx vitest run kernel/published-codes -u` adds new codes. It neither removes nor changes a code.
  it("are all listed in published.json", async () => {
    await expect(listWith(listIn(folder), defined)).toMatchFileSnapshot(`./${folder}/published.json`);
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
