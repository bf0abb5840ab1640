import { inflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { bare, shown } from "../testing";

/** The operators of a file's pages. */
const operators = (file: string) =>
  [...file.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)]
    .map(([, packed = ""]) => {
      try {
        return inflateSync(Buffer.from(packed, "latin1")).toString("latin1");
      } catch {
        return "";
      }
    })
    .join("\n");
const drawn = async (template: string) => operators((await shown(bare + template)).file);
const [red, green, blue] = [/\b1 0 0 (rg|scn)/, /\b0 0.50\d* 0 (rg|scn)/, /\b0 0 1 (rg|scn)/];

describe("an SVG element", () => {
  it("is painted in the colour of the text around it, where it says so", async () => {
    const svg = '<svg width="9" height="9" fill="currentColor"><rect width="9" height="9"/></svg>';
    expect(await drawn(`<p style="color: red">${svg}</p>`)).toMatch(red);
    expect(await drawn(`<p style="color: blue"><i style="color: #008000">${svg}</i></p>`)).toMatch(green);
  });

  it("follows the document's style sheets, and variables in them", async () => {
    const page = await drawn(
      `<style>:root { --line: blue } .bar { fill: red } .dot { fill: var(--line) }</style>
      <svg width="9" height="9"><rect class="bar" fill="black" width="9" height="9"/><circle class="dot" r="3"/></svg>`,
    );
    expect(page).toMatch(red);
    expect(page).toMatch(blue);
  });

  it("shows the symbols of another drawing, which may be hidden", async () => {
    const page = await drawn(
      `<svg style="display: none"><symbol id="mark" viewBox="0 0 10 10"><path d="M0 0h10v10z"/></symbol></svg>
      <svg width="40" height="20" style="color: red" fill="currentColor"><use href="#mark" x="2" width="20" height="20"/></svg>`,
    );
    expect(page).toMatch(red);
    expect(page).toMatch(/\b2 0 0 2 0 0 cm/);
  });

  it("is as wide as there is room where it tells no more than its shape", async () => {
    const { at } = await shown(
      `${bare}<div style="width: 400px"><svg viewBox="0 0 20 10" style="display: block"><rect width="20" height="10"/></svg></div><p>below</p>`,
    );
    expect(at("below").y).toBeGreaterThan(200);
    expect(at("below").y).toBeLessThan(215);
  });

  it("prints words of any script", async () => {
    const { text, warnings } = await shown(
      `<svg width="300" height="90"><text y="20">Größe</text><text y="40">Итого Σύνολο</text><text y="60" font-weight="bold">合計 Total</text></svg>`,
    );
    expect(warnings).toEqual([]);
    for (const word of ["Größe", "Итого", "Σύνολο", "合計", "Total"]) expect(text).toContain(word);
  });
});
