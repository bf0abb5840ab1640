import { readFileSync } from "node:fs";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { fileOf } from "../../fonts/files";
import { bare, operators, shown } from "../../testing";

const drawn = async (template: string) => operators((await shown(bare + template)).file);
const pixel =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const [red, green, blue] = [/\b1 0 0 (rg|scn)/, /\b0 0.50\d* 0 (rg|scn)/, /\b0 0 1 (rg|scn)/];

describe("an SVG element", () => {
  it("uses the colour of the text for currentColor", async () => {
    const svg = '<svg width="9" height="9" fill="currentColor"><rect width="9" height="9"/></svg>';
    expect(await drawn(`<p style="color: red">${svg}</p>`)).toMatch(red);
    expect(await drawn(`<p style="color: blue"><i style="color: #008000">${svg}</i></p>`)).toMatch(green);
  });

  it("applies the style sheets and variables of the document", async () => {
    const page = await drawn(
      `<style>:root { --line: blue } .bar { fill: red } .dot { fill: var(--line) }</style>
      <svg width="9" height="9"><rect class="bar" fill="black" width="9" height="9"/><circle class="dot" r="3"/></svg>`,
    );
    expect(page).toMatch(red);
    expect(page).toMatch(blue);
  });

  it("shows symbols of another, hidden drawing", async () => {
    const page = await drawn(
      `<svg style="display: none"><symbol id="mark" viewBox="0 0 10 10"><path d="M0 0h10v10z"/></symbol></svg>
      <svg width="40" height="20" style="color: red" fill="currentColor"><use href="#mark" x="2" width="20" height="20"/></svg>`,
    );
    expect(page).toMatch(red);
    expect(page).toMatch(/\b2 0 0 2 0 0 cm/);
  });

  it("fills the available width where it has only a ratio", async () => {
    const { at } = await shown(
      `${bare}<div style="width: 400px"><svg viewBox="0 0 20 10" style="display: block"><rect width="20" height="10"/></svg></div><p>below</p>`,
    );
    expect(at("below").y).toBeGreaterThan(200);
    expect(at("below").y).toBeLessThan(215);
  });

  it("defaults missing attributes to 0 and ends a path at an error", async () => {
    const page = await drawn(
      `<svg width="100" height="60"><line x2="50" y2="10" stroke="#008000"/><circle cx="1" cy="2"/><ellipse rx="3"/><polyline points="0,0 a"/>
      <polygon points="1"/><rect/><path d="M1 2 L3 4 L x"/><path d="L9 9"/><path d="M0 0a0 0 0 0 0 5 5"/><use href="#none"/>
      <line stroke="red" stroke-width="x" stroke-dasharray="5 a" transform="rotate(x) scale()" y2="1e999"/></svg>`,
    );
    expect(page).toMatch(/0 0 m\n50 10 l/);
    expect(page).toMatch(/1 2 m\n3 4 l\n0 0 0 rg|1 2 m\n3 4 l/);
    expect(page).not.toMatch(/9 9/);
    expect(page).not.toMatch(/NaN|Infinity|undefined/);
  });

  it("is black by default, inline and as a file", async () => {
    const svg = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 20 20' width='20'><rect x='3' width='7' height='9'/></svg>`;
    const square = /3 0 m\n10 0 l\n10 9 l\n3 9 l\nh\n(0 0 0 rg\n)?f/;
    expect(await drawn(svg)).toMatch(square);
    expect(await drawn(`<img src="data:image/svg+xml,${svg}">`)).toMatch(square);
  });

  it("applies the style sheet of its file", async () => {
    const svg = `<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><style>.a { fill: red }</style><rect class='a' width='9' height='9'/></svg>`;
    expect(await drawn(`<img src="data:image/svg+xml,${svg}">`)).toMatch(red);
  });

  it("resolves variables of its style sheet and warns of unsupported CSS", async () => {
    const sheet =
      ":root { --c: red } .a { fill: var(--c); filter: blur(2px); clip-path: url(%23c); mask: url(%23m) }";
    const svg = `<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><style>${sheet}</style><rect class='a' width='9' height='9'/></svg>`;
    const { file, warnings } = await shown(`${bare}<img src="data:image/svg+xml,${svg}">`);
    expect(operators(file)).toMatch(red);
    expect(warnings).toEqual(["filter of .a is left out"]);
  });

  it("limits nested groups and ends circular uses", async () => {
    const [open, close] = ["<g>".repeat(20), "</g>".repeat(20)];
    const page = await drawn(
      `<svg width="90" height="90"><defs>${open}<path id="p" fill="red" d="M0 0h1v1z"/>${close}</defs>${open}<use href="#p"/><image width="4" height="4" href="${pixel}"/>${close}
      <g id="loop"><path d="M3 3h2v2z"/><use href="#loop"/></g></svg>`,
    );
    expect(page).toMatch(red);
    expect(page).toMatch(/\/I1 Do/);
    expect(page.match(/3 3 m/g)).toHaveLength(9);
  });

  it("places tspans one after the other or at given coordinates", async () => {
    const { at } = await shown(
      `${bare}<svg width="300" height="90" style="display: block; font-size: 20px"><text x="10" y="20">Total: <tspan font-weight="bold">42</tspan> EUR</text>
      <text x="200" y="40" text-anchor="end">right<tspan x="200" dy="1.5em">lower</tspan></text></svg>`,
    );
    expect(at("Total:").x).toBeCloseTo(10, 1);
    expect(at("42").x).toBeGreaterThan(60);
    expect(at("EUR").x - at("42").x).toBeGreaterThan(22);
    expect(at("EUR").x - at("42").x).toBeLessThan(40);
    expect(at("right").x).toBeGreaterThan(150);
    expect(at("right").x).toBeLessThan(165);
    expect(at("lower").y - at("right").y).toBeCloseTo(30, 1);
  });

  it("supports sizes in em", async () => {
    const { at } = await shown(`${bare}<p style="font-size: 40px"><svg width="2em" height="1em"></svg>after`);
    expect(at("after").x).toBeCloseTo(80, 1);
  });

  it("shows nested drawings and pictures in place", async () => {
    const inner = `<svg xmlns='http://www.w3.org/2000/svg' width='4' height='2'><rect width='4' height='2' fill='red'/></svg>`;
    const page = await drawn(
      `<svg width="90" height="90"><svg x="50" y="10" width="20" height="20" viewBox="0 0 10 10"><rect width="5" height="5" fill="blue"/></svg>
      <image x="7" y="8" width="40" height="40" href="data:image/svg+xml,${encodeURIComponent(inner)}"/>
      <image x="3" y="4" width="40" href="${pixel}"/></svg>`,
    );
    expect(page).toMatch(/1 0 0 1 50 10 cm[^]*?2 0 0 2 0 0 cm[^]*?0 0 1 rg/);
    expect(page).toMatch(/1 0 0 1 7 8 cm[^]*?10 0 0 20 0 0 cm[^]*?1 0 0 rg/);
    expect(page).toMatch(/1 0 0 1 3 4 cm[^]*?40 0 0 -40 0 40 cm\n\/I1 Do/);
  });

  it("applies Exif orientation to photographs", async () => {
    const photograph = async (orientation: number) => {
      const bytes = await sharp({ create: { width: 40, height: 20, channels: 3, background: "red" } })
        .jpeg()
        .withMetadata({ orientation })
        .toBuffer();
      return `data:image/jpeg;base64,${bytes.toString("base64")}`;
    };
    const [upright, onSide] = [await photograph(1), await photograph(6)];
    const matrix = async (source: string) =>
      /([-\d. ]+) cm\n\/I1 Do/.exec(await drawn(`<svg><image x="3" y="4" href="${source}"/></svg>`))?.[1];
    expect(await matrix(upright)).toBe("40 0 0 -20 0 20");
    expect(await matrix(onSide)).toBe("0 40 20 0 0 0");
    const { at } = await shown(`${bare}<img src="${onSide}" style="display: block">below`);
    expect(at("below").y).toBeGreaterThan(40);
  });

  it("begins circles on the right and dashes at their offset", async () => {
    const page = await drawn(
      `<svg width="42" height="42"><circle cx="21" cy="21" r="16" fill="none" stroke="red" stroke-dasharray="25 75" stroke-dashoffset="-30"/></svg>`,
    );
    expect(page).toMatch(/\[25 75\] 70 d\n37 21 m/);
  });

  it("fills shapes with gradients", async () => {
    const { file } = await shown(
      `${bare}<svg width="50" height="50"><linearGradient id="g" x2="0" y2="1"><stop stop-color="red"/><stop offset="1" stop-color="blue"/></linearGradient><rect width="50" height="50" fill="url(#g)"/></svg>`,
    );
    expect(file).toMatch(/\/Coords \[0 0 0 1\]/);
  });

  it("strokes lines with gradients through a mask", async () => {
    const gradient = (opacity: number) =>
      `<linearGradient id="g"><stop stop-color="red"/><stop offset="1" stop-color="blue" stop-opacity="${opacity}"/></linearGradient>`;
    const ring = `<circle cx="25" cy="25" r="20" fill="none" stroke="url(#g)" stroke-width="5" stroke-dasharray="25 75"/>`;
    const [opaque, faint] = [
      (await shown(`${bare}<svg width="50" height="50">${gradient(1)}${ring}</svg>`)).file,
      (await shown(`${bare}<svg width="50" height="50">${gradient(0)}${ring}</svg>`)).file,
    ];
    for (const file of [opaque, faint])
      expect(operators(file)).toMatch(/1 1 1 RG\n5 w\n4 M\n\[25 75\] 0 d\n45 25 m/);
    expect(operators(opaque)).toMatch(/\/O\d+ gs\n40 0 0 40 5 5 cm\n\/O\d+ sh/);
    // The inner mask is in a group. Without the group, it would replace the mask of the line.
    expect(operators(faint)).toMatch(/\/O\d+ gs\n40 0 0 40 5 5 cm\n\/O\d+ Do/);
    expect([opaque, faint].map((file) => file.match(/\/SMask/g)?.length)).toEqual([1, 2]);
  });

  it("fills with the last colour of a degenerate gradient", async () => {
    for (const gradient of [
      `<linearGradient id="g" x1=".3" x2=".3"><stop stop-color="red"/><stop offset="1" stop-color="blue"/></linearGradient>`,
      `<radialGradient id="g" r="0"><stop stop-color="red"/><stop offset="1" stop-color="blue"/></radialGradient>`,
    ]) {
      const { file } = await shown(
        `${bare}<svg width="50" height="50">${gradient}<rect width="50" height="50" fill="url(#g)"/></svg>`,
      );
      expect(file).toMatch(/C0 \[0 0 1\]\s*\/C1 \[0 0 1\]/);
      expect(file).not.toMatch(/C[01] \[1 0 0\]/);
    }
  });

  it("supports clipPathUnits", async () => {
    const clip = `<clipPath id="c" clipPathUnits="objectBoundingBox"><rect width=".5" height=".25"/></clipPath>`;
    const square = /10 20 m\n30 20 l\n30 25 l\n10 25 l\nh\nW n/;
    const rect = (more: string) => `<rect x="10" y="20" width="40" height="20" ${more}/>`;
    expect(await drawn(`<svg>${clip}${rect(`clip-path="url(#c)"`)}</svg>`)).toMatch(square);
    expect(await drawn(`<svg>${clip}<g clip-path="url(#c)">${rect("")}</g></svg>`)).toMatch(square);
  });

  it("ignores text in clip paths with a warning", async () => {
    const { file, warnings } = await shown(
      `${bare}<svg><clipPath id="c"><text y="9">Words</text></clipPath><rect width="9" height="9" fill="red" clip-path="url(#c)"/></svg>`,
    );
    expect(operators(file)).not.toMatch(/0 0 0 0 re/);
    expect(operators(file)).toMatch(red);
    expect(warnings).toEqual(["clipPath with text of svg is left out"]);
  });

  it("applies preserveAspectRatio", async () => {
    const svg = (aspect: string) =>
      drawn(
        `<svg viewBox="0 0 100 50" preserveAspectRatio="${aspect}" style="width: 50px; height: 100px"><path d="M1 1h9v9z"/></svg>`,
      );
    expect(await svg("none")).toMatch(/0.5 0 0 2 0 0 cm/);
    expect(await svg("xMinYMin slice")).toMatch(/2 0 0 2 0 0 cm/);
    expect(await svg("xMidYMax meet")).toMatch(/0.5 0 0 0.5 0 75 cm/);
  });

  it("covers a box by object-fit", async () => {
    const svg = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 100 50'><path d='M1 1h9v9z'/></svg>`;
    const page = await drawn(
      `<img style="width: 100px; height: 100px; object-fit: cover" src="data:image/svg+xml,${svg}">`,
    );
    expect(page).toMatch(/2 0 0 2 0 0 cm/);
  });

  it("warns of unsupported elements", async () => {
    const { warnings } = await shown(
      `<svg><filter id="f"/><rect filter="url(#f)" width="9" height="9"/><foreignObject><p>words</p></foreignObject></svg>`,
    );
    expect(warnings).toEqual(["filter of svg is left out", "foreignObject of svg is left out"]);
  });

  it("prints text of any script", async () => {
    const { text, warnings } = await shown(
      `<svg width="300" height="90"><text y="20">Größe</text><text y="40">Итого Σύνολο</text><text y="60" font-weight="bold">合計 Total</text></svg>`,
    );
    expect(warnings).toEqual([]);
    for (const word of ["Größe", "Итого", "Σύνολο", "合計", "Total"]) expect(text).toContain(word);
  });

  it("uses the fonts of the document", async () => {
    const font = readFileSync(fileOf("mono", false, false)).toString("base64");
    const sheet = `@font-face { font-family: Own; src: url(data:font/ttf;base64,${font}) } .own { font-family: Own }`;
    for (const text of [
      `<text font-family="Own"`,
      `<text style="font-family: Own, Arial"`,
      `<text class="own"`,
    ])
      expect(
        (await shown(`${bare}<style>${sheet}</style><svg>${text} y="9">Words</text></svg>`)).file,
      ).toMatch(/BaseFont \/[A-Z]+\+Cousine/);
  });

  it("mirrors right-to-left brackets and hides soft hyphens", async () => {
    const texts = async (inside: string) =>
      (await shown(`${bare}${inside}`)).words.map(({ text, x }) => `${text} ${Math.round(x)}`);
    const words = "(\u05d0\u05d1) \u05d2 co\u00adop a\u00a0b";
    expect(
      await texts(
        `<svg style="display: block" font-size="10" font-family="Arial"><text y="9">${words}</text></svg>`,
      ),
    ).toEqual(await texts(`<p>${words}</p>`));
  });
});
