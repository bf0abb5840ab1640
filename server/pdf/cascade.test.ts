import { describe, expect, it } from "vitest";
import { bare, shown } from "./testing";

describe("the cascade", () => {
  it("matches selectors with escaped names, as in utility classes", async () => {
    const { at } = await shown(
      `${bare}<style>.w-1\\/2 { padding-left: 50px } .p-2\\.5 { padding-left: 25px } .md\\:flex { padding-left: 70px } #\\31 a { padding-left: 90px }</style>
      <p class="w-1/2">half</p><p class="p-2.5">dot</p><p class="md:flex">colon</p><p id="1a">digit</p>`,
    );
    expect([at("half").x, at("dot").x, at("colon").x, at("digit").x].map(Math.round)).toEqual([
      50, 25, 70, 90,
    ]);
  });

  it.each([
    ["padding-left: 40px; padding-left: bogus", 40],
    ["padding-left: calc(10px + 30px); padding-left: env(none)", 40],
    ["--gap: 40px; padding-left: 5px; padding-left: var(--gap)", 40],
    ["display: none; display: block; display: bogus; padding-left: 40px", 40],
    ["padding-left: 40px !important; padding-left: 10px", 40],
    ["width: 100px; width: 50qq; margin-left: 40px", 40],
    ["padding-left: 10dvh; padding-left: 10svb", 112.3],
  ])("uses the last valid declaration: %s", async (style, x) => {
    expect((await shown(`${bare}<p style="${style}">x</p>`)).at("x").x).toBeCloseTo(x, 0);
  });

  it.each([
    ["@media (width >= 64rem) { p { padding-left: 40px } }", 0],
    ["@media (width >= 20rem) { p { padding-left: 40px } }", 40],
    ["@media (20rem <= width < 30rem) { p { padding-left: 40px } }", 0],
    ["@media print and (100px < width <= 2000px) { p { padding-left: 40px } }", 40],
    [":root { --x: 70px } p { --x: initial; padding-left: var(--x, 40px) }", 40],
    ["p { @media print { padding-left: 40px; b { color: red } } }", 40],
    ["p { @supports (display: grid) { @media (min-width: 10px) { padding-left: 40px } } color: red }", 40],
    [
      '@property --x { syntax: "<length>"; inherits: false; initial-value: 40px } p { padding-left: var(--x) }',
      40,
    ],
    [
      '@property --x { syntax: "*"; inherits: false } body { --x: 9px } p { padding-left: var(--x, 40px) }',
      40,
    ],
    [
      '@property --x { syntax: "*"; inherits: true; initial-value: 1px } body { --x: 40px } p { padding-left: var(--x) }',
      40,
    ],
    [
      '@property --x { syntax: "*"; inherits: false; initial-value: 40px } p { --x: 9px; --x: initial; padding-left: var(--x, 1px) }',
      40,
    ],
    ["p { translate: 40px }", 40],
    ["p { transform: translateX(10px); translate: 30px 0; rotate: 0grad; scale: 100% }", 40],
    ["p { width: 80px; height: 20px; transform: rotate(200grad) }", 80],
    ["p { width: 80px; translate: calc(calc(1 / 2 * 100%) * 1) 0 }", 40],
    ["p { transform: translateX(calc((10px + 5px) * 2))translate(10px) }", 40],
    ["p { width: 80px; height: 20px; rotate: calc(-.25turn*-2) }", 80],
    ["p { width: 80px; scale: calc(1 - .5); transform-origin: right }", 40],
    ["p { padding-left: calc(infinity * 1px); padding-left: calc(4 * 10px) }", 40],
  ])("supports %s", async (css, x) => {
    expect(
      (await shown(`${bare}<style>p { max-width: 300px } ${css}</style><p>x</p>`)).at("x").x,
    ).toBeCloseTo(x, 0);
  });

  it("drops unknown keywords of flex and alignment properties", async () => {
    const { at } = await shown(
      `${bare}<style>div { display: flex; width: 200px; justify-content: flex-end; justify-content: sideways; flex-direction: row-reverse; flex-direction: up }</style><div><p>a</p><p>b</p></div>`,
    );
    expect(at("a").x).toBeGreaterThan(at("b").x);
    expect(at("b").x).toBeLessThan(1);
  });

  it("computes grid tracks in rem by the font size of the root", async () => {
    const { at } = await shown(
      `${bare}<style>html { font-size: 10px } div { display: grid; grid-template-columns: 5rem 1fr; font-size: 20px }</style><div><p>a</p><p>b</p></div>`,
    );
    expect(at("b").x).toBeCloseTo(50, 1);
  });

  it("computes calculated line heights", async () => {
    const { at } = await shown(
      `${bare}<p style="line-height: calc(4 / 2)">a</p><p style="line-height: 4">b</p><p>c</p>`,
    );
    expect(at("b").y - at("a").y).toBeCloseTo(30, 0);
  });

  it("prints text that a gradient shows through", async () => {
    const { at, text } = await shown(
      `${bare}<style>p { background: linear-gradient(90deg, red, blue); -webkit-background-clip: text; background-clip: text; color: transparent }</style><p>shown</p>`,
    );
    expect(text).toBe("shown");
    expect(at("shown").x).toBe(0);
  });

  it("applies margin boxes of named pages to those pages only", async () => {
    const { text } = await shown(
      `<style>@page { margin: 40px } @page chapter:first { @top-left { content: "chapter" } } @page :first { @top-right { content: "first" } }</style><p>x`,
    );
    expect(text.split(" ").sort()).toEqual(["first", "x"]);
  });
});
