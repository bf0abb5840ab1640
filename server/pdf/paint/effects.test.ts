import { describe, expect, it } from "vitest";
import { bare, operators, shown } from "../testing";

const printed = async (style: string, content = "Ab a") => {
  const { file, text, warnings } = await shown(`${bare}<div style="${style}">${content}</div>`);
  return { page: operators(file), text, warnings };
};
const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

describe("text shadows", () => {
  it("are drawn below the text in their colour and are not text", async () => {
    const { page, text, warnings } = await printed("text-shadow: 2px 3px red");
    expect(text).toBe("Ab a");
    expect(warnings).toEqual([]);
    expect(page.indexOf("1 0 0 rg")).toBeLessThan(page.indexOf("BT"));
    // For each letter there is one outline. A space has no outline.
    expect(count(page, /\/O\d+ Do/g)).toBe(3);
    expect(page).toMatch(/ 2 \d+(\.\d+)? cm/);
  });

  it("may be several, the first on top, and are inherited", async () => {
    const { page } = await printed(
      "text-shadow: 1px 1px red, 2px 2px 0 blue",
      'A<i style="text-shadow: none">b</i>',
    );
    expect(page.indexOf("0 0 1 rg")).toBeLessThan(page.indexOf("1 0 0 rg"));
    expect(count(page, /\/O\d+ Do/g)).toBe(2);
  });

  it("are fainter with a blur", async () => {
    const { page } = await printed("text-shadow: 0 0 4px #000", "A");
    expect(count(page, /\/O\d+ Do/g)).toBe(12);
    expect(page).toMatch(/gs/);
  });

  it.each(["1px", "1px 1px 1px 1px red", "red 1px 1px blue", "1px 1px nothing"])(
    "are ignored for the invalid value %s",
    async (value) => {
      expect((await printed(`text-shadow: ${value}`)).page).not.toMatch(/ Do/);
    },
  );

  it.each([
    ["letters that are made to run to the left", '<bdo dir="rtl">aab</bdo>', "b a a"],
    ["brackets from right to left", '<bdo dir="rtl">((a)</bdo>', "( a ) )"],
    ["words from right to left", '<bdo dir="rtl" style="word-spacing: 5px">a a b</bdo>', "b a a"],
    ["a page\u2019s number that is not known", '<i class="n">a</i>', "a"],
  ])("apply to %s", async (_what, content, order) => {
    const { page } = await printed(
      "text-shadow: 1px 1px red",
      `<style>.n::before { content: counter(page) }</style>${content}`,
    );
    const names = [...page.matchAll(/\/(O\d+) Do/g)].map(([, name]) => name);
    const like = (list: readonly unknown[]) => list.map((one) => list.indexOf(one));
    expect(like(names)).toEqual(like(order.split(" ")));
  });

  it("are complete for each letter or absent", async () => {
    const { page } = await printed("text-shadow: 0 0 5px red", "word ".repeat(1_000));
    const copies = count(page, /\/O\d+ Do/g);
    expect(copies).toBeGreaterThan(45_000);
    expect(copies % 15).toBe(0);
  });

  it("are limited in number, without an error", async () => {
    const { text } = await printed("text-shadow: 0 0 9px red", "word ".repeat(3_000));
    expect(text.split(" ")).toHaveLength(3_000);
  });
});

describe("clip-path", () => {
  const box = "width: 100px; height: 50px; background: red; clip-path: ";

  it.each([
    ["polygon(0 0, 100% 0, 50px 100%)", /0 0 m\n100 0 l\n50 50 l\nh\nW n/],
    ["polygon(evenodd, 0 0, 100% 0, 50px 100%)", /h\nW\* n/],
    ["inset(10px 20px)", /20 10 m\n80 10 l\n80 40 l\n20 40 l\nh\nW n/],
    ["inset(0 round 5px)", /5 0 m\n95 0 l\n97.7\d+ 0 100 2.\d+ 100 5 c/],
    ["circle(20px at 30px 25px)", /50 25 m\n/],
    ["circle()", /75 25 m\n/],
    ["ellipse(farthest-side 10px at left top)", /100 0 m\n/],
    ["path('M1 2 L3 4 Z')", /1 2 m\n3 4 l\nh\nW n/],
    ["circle(0)", /0 0 0 0 re\n\s*W n/],
  ])("supports %s", async (shape, path) => {
    const { page, warnings } = await printed(box + shape);
    expect(page).toMatch(path);
    expect(warnings).toEqual([]);
  });

  it("ignores invalid values and warns of unsupported ones", async () => {
    expect((await printed(`${box}circle(wide)`)).page).not.toMatch(/W\*? n/);
    const { page, warnings } = await printed(`${box}url(#clip)`);
    expect(page).not.toMatch(/W\*? n/);
    expect(warnings).toEqual(["clip-path of <div style> is left out"]);
  });

  it("clips pictures, transformed boxes and their content", async () => {
    const pixel =
      "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    const { page } = await printed(
      "transform: rotate(10deg)",
      `<img src="${pixel}" style="width: 40px; height: 40px; clip-path: circle(50%); object-fit: cover">`,
    );
    expect(page).toMatch(/W n[\s\S]*\/I1 Do/);
  });
});
