import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { colours, hostedStyle } from "./hosted-style";

const sheet = readFileSync("app/globals.css", "utf8");
/** Returns the colours of the first rule of app/globals.css with this selector. */
const tokens = (selector: string): Record<string, string> => {
  const [, body = ""] = new RegExp(`^${selector} \\{\\n([^}]*)\\}`, "m").exec(sheet) ?? [];
  return Object.fromEntries(
    [...body.matchAll(/--([\w-]+): (#\w+);/g)].map(([, name, value]) => [name!, value!]),
  );
};

describe("the style of the protocol's own pages", () => {
  it("equals that of the Next pages, in light and in dark", () => {
    const [light, dark] = [tokens(":root,\n\\.light"), tokens("\\.dark")];
    for (const [name, pair] of Object.entries(colours)) expect(pair, name).toEqual([light[name], dark[name]]);
  });

  it("uses only defined colours", () => {
    const used = new Set([...hostedStyle.matchAll(/var\(--([\w-]+)\)/g)].map(([, name]) => name!));
    for (const name of used) expect([...Object.keys(colours), "shadow"], name).toContain(name);
  });
});
