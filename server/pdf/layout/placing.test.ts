import { describe, expect, it } from "vitest";
import { bare, operators, shown } from "../testing";

const drawn = async (template: string) => operators((await shown(bare + template)).file);
const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;
/** A drawing of 20 by 10 pixels. */
const flag =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='20' height='10' viewBox='0 0 20 10'%3E%3Crect width='20' height='10' fill='red'/%3E%3C/svg%3E";

describe("table columns", () => {
  it("show their background where neither cell nor row has one", async () => {
    const page = await drawn(
      `<style>td { padding: 0; width: 50px; height: 20px } table { border-spacing: 0 }</style>
      <table><colgroup><col><col style="background: red"></colgroup><colgroup span="1" style="background: blue"></colgroup>
      <tr><td>a<td>b<td>c<tr style="background: lime"><td>d<td>e<td>f<tr><td>g<td style="background: yellow">h<td>i</table>`,
    );
    expect(page).toMatch(/50 0 50 20 re\n1 0 0 rg\nf/);
    expect(count(page, /1 0 0 rg/g)).toBe(1);
    // The drawing is in the third column of the first row and of the last row.
    expect(page).toMatch(/100 0 50 20 re\n0 0 1 rg\nf/);
    expect(page).toMatch(/100 40 50 20 re\n0 0 1 rg\nf/);
    expect(count(page, /0 0 1 rg/g)).toBe(2);
  });

  it("show the background of their group where they have none", async () => {
    const page = await drawn(
      `<table><colgroup style="background: red"><col><col style="background: blue"></colgroup><tr><td>a<td>b</table>`,
    );
    expect([count(page, /1 0 0 rg/g), count(page, /0 0 1 rg/g)]).toEqual([1, 1]);
  });
});

describe("a box that contains only floats", () => {
  it("is placed with its margins, like a body", async () => {
    const { at } = await shown(
      `<!doctype html><style>body { font: 10px Arial; margin: 30px 40px } div { float: left }</style><div>one</div>`,
    );
    expect([at("one").x, Math.round(at("one").y)]).toEqual([40, 39]);
  });

  it("is as wide as its margins allow in another box", async () => {
    const { at } = await shown(
      `${bare}<section style="margin: 0 50px; width: 200px"><b style="float: right; width: 60px">one</b></section>`,
    );
    expect(at("one").x).toBe(190);
  });
});

describe("pictures in a flex container", () => {
  const row = (style: string, picture = "", more = "") =>
    drawn(`<div style="display: flex; ${style}"><img src="${flag}" style="${picture}">${more}</div>`);

  it("are as high as the row", async () => {
    expect(await row("", "", '<p style="height: 40px">a</p>')).toMatch(/0 0 20 40 re/);
    expect(await row("align-items: center", "", '<p style="height: 40px">a</p>')).toMatch(/0 15 20 10 re/);
    expect(await row("", "margin: auto 0", '<p style="height: 40px">a</p>')).toMatch(/0 15 20 10 re/);
  });

  it("keep their ratio for a known height and with little space", async () => {
    expect(await row("height: 40px")).toMatch(/0 0 80 40 re/);
    expect(await row("width: 10px; align-items: start", "min-width: 0")).toMatch(/0 0 10 5 re/);
  });

  it("are as wide as a column", async () => {
    expect(await row("flex-direction: column; width: 100px")).toMatch(/0 0 100 50 re/);
    expect(await row("flex-direction: column; width: 100px; align-items: start")).toMatch(/0 0 20 10 re/);
  });
});

it("a double border with round corners is drawn as two lines", async () => {
  const page = await drawn(
    `<div style="width: 94px; height: 44px; border: 3px double red; border-radius: 10px"></div>`,
  );
  expect(count(page, /\nS\n/g)).toBe(2);
  expect(page).toMatch(/10 0.5 m[^]*10 2.5 m/);
});

describe("unicode-bidi", () => {
  it("overrides the direction of letters", async () => {
    const { text } = await shown(`${bare}<p>abc <bdo dir="rtl">def 12</bdo> ghi</p>`);
    expect(text.replaceAll(" ", "")).toBe("abc21fedghi");
    const block = await shown(`${bare}<p style="unicode-bidi: bidi-override; direction: rtl">abc def</p>`);
    expect(block.text).toBe("fed cba");
    expect(block.words[0]!.x).toBeGreaterThan(700);
  });

  it("isolates a text from the text around it", async () => {
    const { text } = await shown(`${bare}<p>one <span dir="rtl">two !</span> three</p>`);
    expect(text).toBe("one ! two three");
  });
});
