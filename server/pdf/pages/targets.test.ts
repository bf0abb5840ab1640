import { describe, expect, it } from "vitest";
import { bare, shown } from "../testing";

const page = (content: string) =>
  `${bare}<style>@page { size: 400px 200px; margin: 0 } h2 { font: 10px Arial; margin: 0; break-before: page } .toc a { display: block; color: black; text-decoration: none } .toc a::after { content: ${content} }</style>`;
const toc = `<div class="toc"><a href="#one">One</a><a href="#two">Two</a></div>`;
const chapters = `<h2 id="one">first</h2><p style="break-before: page">more</p><p>a <i id="two">second</i></p>`;

describe("target-counter()", () => {
  it("shows the page of the target, after the dots of a leader", async () => {
    const { words, at, warnings } = await shown(
      `${page(`leader(".") target-counter(attr(href), page)`)}${toc}${chapters}`,
    );
    expect(warnings).toEqual([]);
    const lines = words.filter(({ page: number }) => number === 1);
    expect(lines.map(({ text }) => text).join("")).toMatch(/^One ?\.{120,} ?2Two ?\.{120,} ?3$/);
    expect(at("second").page).toBe(3);
  });

  it("has a counter style, and names of targets in quotes", async () => {
    const { text } = await shown(
      `${page(`" " target-counter(attr(href url), page, upper-roman) " " target-counter("#two", page, lower-alpha)`)}${toc}${chapters}`,
    );
    expect(text).toMatch(/^One II c Two III c /);
  });

  it("counts the pages that the numbers themselves need", async () => {
    const links = Array.from({ length: 40 }, () => `<a href="#end">x</a>`).join("");
    const { words } = await shown(
      `${page(`" " target-counter(attr(href), page)`)}<div class="toc">${links}</div><h2 id="end">end</h2>`,
    );
    const { page: last } = words.find(({ text }) => text === "end")!;
    expect(words.filter(({ text }) => text === `x ${last}`)).toHaveLength(40);
  });

  it("is empty without a target, which a warning names", async () => {
    const { text, warnings } = await shown(
      `${page(`"[" target-counter(attr(href), page) "]"`)}<p class="toc"><a href="#none">a</a><a href="https://example.com/x">b</a></p>`,
    );
    expect(text).toBe("a[] b[]");
    expect(warnings).toEqual([
      "target-counter(#none) is left out",
      "target-counter(https://example.com/x) is left out",
    ]);
  });

  it("finds empty anchors and targets in tables", async () => {
    const { text } = await shown(
      `${page(`" " target-counter(attr(href), page)`)}${toc}<h2>x</h2><a id="one"></a><p>y</p><table style="break-before: page"><tr id="two"><td>z</td></tr></table>`,
    );
    expect(text).toMatch(/^One 2 Two 3 /);
  });
});

describe("leader()", () => {
  it("fills the line in both directions", async () => {
    const { words } = await shown(
      `${bare}<style>p { width: 200px } p::after { content: leader(dotted) "end" } .rtl { direction: rtl } .rtl::after { content: leader("-") "ב" }</style>
      <p>a</p><p class="rtl">א</p>`,
    );
    expect(words[0]!.text).toMatch(/^a ?(\. ){30,} ?end$/);
    const inRtl = words.slice(1).map(({ text }) => text);
    expect(inRtl.join("")).toMatch(/^ב ?-{50,} ?א$/);
    expect(words[1]!.x).toBeCloseTo(0, 0);
  });
});

describe("unknown functions in content", () => {
  it("are named in warnings and leave the text out", async () => {
    const { text, warnings } = await shown(
      `<style>@page { margin: 50px; @top-left { content: "x" element(head) } @top-right { content: string(none) leader(".") } }
      a::after { content: " (" target-text(attr(href)) ")" } b::after { content: "!" attr(title, "none") } i::before { content: target-counter(attr(href), chapter) string(none) }</style>
      <a href="#x">link</a> <b>bold</b> <i>it</i>`,
    );
    expect(text.replace(/\s+/g, " ")).toBe("link bold!none it");
    expect(warnings).toEqual([
      "content: element() of @top-left is left out",
      "content: leader() of @top-right is left out",
      "content: target-text() of a is left out",
      "content: target-counter() of i is left out",
      "content: string() of i is left out",
    ]);
  });
});
