import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wordsIn } from "../kernel/texts/text";
import { TemplateError } from "./errors";
import { render } from "./render";

interface Word {
  text: string;
  page: number;
  x: number;
  /** Distance from the top of the page in pixels. */
  y: number;
}

/** Renders a template. Returns the words of the PDF and their positions in CSS pixels. */
async function made(template: string, data: object = {}) {
  const { pdf, warnings } = await render({ template, data, options: {} });
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise;
  const words: Word[] = [];
  for (let page = 1; page <= document.numPages; page++) {
    const shown = await document.getPage(page);
    const height = shown.view[3] ?? 0;
    for (const item of (await shown.getTextContent()).items)
      if ("str" in item && item.str.trim() !== "")
        words.push({
          text: item.str.trim(),
          page,
          x: (item.transform[4] as number) / 0.75,
          y: (height - (item.transform[5] as number)) / 0.75,
        });
  }
  const at = (text: string) => words.find((word) => word.text === text)!;
  return {
    words,
    warnings: warnings.map(wordsIn("en")),
    pages: document.numPages,
    at,
    text: words.map(({ text }) => text).join(" "),
  };
}

const bare = "<!doctype html><style>body { margin: 0; font: 10px Arial }</style>";

describe("layout", () => {
  it("collapses margins and places floats", async () => {
    const { at } = await made(`${bare}<style>p { margin: 20px 0; line-height: 10px }</style><p>a</p><p>b</p>
      <div style="float: left; width: 100px; height: 30px">f</div><div>beside</div><div style="clear: both">below</div>`);
    expect(at("b").y - at("a").y).toBeCloseTo(30, 0);
    expect(at("beside").x).toBeCloseTo(100, 0);
    expect(at("below").y - at("beside").y).toBeGreaterThanOrEqual(29);
  });

  it("distributes space in flex and grid containers", async () => {
    const { at } =
      await made(`${bare}<style>.f { display: flex; width: 400px; gap: 10px } .g { display: grid; width: 400px; grid-template-columns: 1fr 3fr }</style>
      <div class="f"><div style="flex: 1">a</div><div style="flex: 2">b</div></div>
      <div class="f" style="justify-content: space-between"><i>c</i><i style="width: 50px">d</i></div>
      <div class="g"><i>e</i><i>g</i><i style="grid-column: 2">h</i></div>`);
    expect(at("b").x).toBeCloseTo(140, 0);
    expect(at("d").x).toBeCloseTo(350, 0);
    expect(at("g").x).toBeCloseTo(100, 0);
    expect(at("h").x).toBeCloseTo(100, 0);
    expect(at("h").y).toBeGreaterThan(at("g").y);
  });

  it("sizes table columns by content and supports spanning cells", async () => {
    const { at } =
      await made(`${bare}<style>table { border-collapse: collapse; width: 300px } td, th { padding: 0; text-align: left }</style>
      <table><tr><th colspan="2">head</th><th>end</th></tr><tr><td rowspan="2" style="width: 100px">tall</td><td>one</td><td>x</td></tr><tr><td>two</td><td>y</td></tr></table>`);
    expect(at("one").x).toBeCloseTo(100, 0);
    expect(at("two").x).toBe(at("one").x);
    expect(at("end").x).toBe(at("x").x);
    expect(at("y").x).toBe(at("x").x);
  });

  it("repeats table headers and footers and counts pages in margin boxes", async () => {
    const rows = Array.from({ length: 120 }, (_, index) => `<tr><td>row${index}</td></tr>`).join("");
    const { words, pages, text } = await made(
      `${bare}<style>@page { margin: 50px; @bottom-center { content: "Page " counter(page) " of " counter(pages) } @top-left { content: counter(page)" / "counter(pages) } }</style>
       <table><thead><tr><th>head</th></tr></thead><tfoot><tr><td>foot</td></tr></tfoot><tbody>${rows}</tbody></table>`,
    );
    expect(pages).toBeGreaterThan(1);
    const count = (wanted: string) => words.filter((word) => word.text === wanted).length;
    expect([count("head"), count("foot")]).toEqual([pages, pages]);
    expect(text).toContain(`1 / ${pages}`);
    expect(text).toContain(`Page 1 of ${pages}`);
    expect(text).toContain(`Page ${pages} of ${pages}`);
  });

  it("scales a document wider than its page down to two thirds", async () => {
    const wide = (width: number, rest = "") =>
      made(`${bare}<style>p { margin: 0; width: ${width}px; text-align: right; ${rest} }</style><p>end</p>`);
    const right = 793.7;
    expect((await wide(700)).at("end").x).toBeGreaterThan(675);
    expect((await wide(960)).at("end").x).toBeCloseTo(((960 - 16.7) * right) / 960, 0);
    expect((await wide(1_150)).at("end").x).toBeCloseTo(((1_150 - 16.7) * right) / 1_150, 0);
    // A document is not scaled down if its wide content is moved into the page by a transform, or is clipped.
    expect((await wide(780, "position: absolute; left: 50%; transform: translateX(-50%)")).at("end").y).toBe(
      (await wide(700)).at("end").y,
    );
    const clipped = await made(
      `${bare}<div style="overflow: hidden"><p style="margin: 0; width: 2000px">end</p></div>`,
    );
    expect(clipped.at("end").y).toBe((await wide(700)).at("end").y);
  });

  it("keeps headings with the next block and avoids breaks inside boxes", async () => {
    const { at } = await made(`${bare}<div style="height: 1090px"></div><h2>title</h2><p>text</p>
      <div style="height: 950px"></div><div style="break-inside: avoid"><p style="margin: 0; height: 90px">first</p><p style="margin: 0; height: 90px">last</p></div>`);
    expect(at("title").page).toBe(2);
    expect(at("first").page).toBe(at("last").page);
  });

  it("paints fixed boxes on every page and evaluates counters", async () => {
    const { words, text } =
      await made(`${bare}<style>body { counter-reset: n } h3::before { counter-increment: n; content: counter(n, upper-roman) ". " } .w { position: fixed; top: 0 }</style>
      <div class="w">mark</div><h3>a</h3><h3 style="break-before: page">b</h3>`);
    expect(words.filter((word) => word.text === "mark").map(({ page }) => page)).toEqual([1, 2]);
    expect(text).toMatch(/I\. ?a/);
    expect(text).toMatch(/II\. ?b/);
  });

  it("prints every script in any font family", async () => {
    const { text, warnings } = await made(
      `${bare}<p style="font-family: Nonesuch">Zażółć Съешь Ξεσκεπάζω Tiếng ✓ 中文 かな 한국어 😀</p><p dir="rtl">שלום</p><p>العربية</p>`,
    );
    expect(warnings).toEqual([]);
    for (const word of ["Zażółć", "Съешь", "Ξεσκεπάζω", "Tiếng", "✓", "中文", "かな", "한국어", "😀"])
      expect(text).toContain(word);
    expect(text).toMatch(/שלום|םולש/);
  });

  it("warns of omitted content", async () => {
    const { warnings } = await made(
      `<link rel="stylesheet" href="https://example.com/a.css"><style>@import "b.css"; @font-face { font-family: X; src: url(x.woff) } p:nonsense-class(1) { color: red }</style><script>1</script><p>text`,
    );
    expect(warnings.join("\n")).toMatch(/a\.css[\s\S]*script[\s\S]*@import[\s\S]*@font-face/);
  });

  it.each([
    ["endless words", "x".repeat(100_000)],
    ["too many pages", "<p style='break-after: page'>x</p>".repeat(600)],
    ["too many elements", "<i>x</i>".repeat(160_000)],
    [
      "a grid without end",
      `<div style="display: grid; grid-template-columns: repeat(200, 1fr)">${"<i style='grid-column: span 200; grid-row: span 900'>x</i>".repeat(20)}</div>`,
    ],
  ])("refuses %s", async (_name, template) => {
    await expect(render({ template, data: {}, options: {} })).rejects.toThrow(TemplateError);
  });

  it("lays out any markup and style", async () => {
    const tag = fc.constantFrom(
      "div",
      "table",
      "tr",
      "td",
      "span",
      "ul",
      "li",
      "p",
      "svg",
      "img",
      "caption",
      "col",
      "thead",
      "input",
    );
    const property = fc.constantFrom(
      "display",
      "position",
      "float",
      "width",
      "height",
      "margin",
      "padding",
      "flex",
      "overflow",
      "white-space",
      "columns",
      "grid-template-columns",
      "border",
      "break-before",
      "transform",
      "content",
    );
    const value = fc.constantFrom(
      "none",
      "flex",
      "grid",
      "table",
      "table-cell",
      "inline-block",
      "absolute",
      "fixed",
      "left",
      "10px",
      "-5px",
      "50%",
      "calc(100% - 3px)",
      "1e9px",
      "hidden",
      "nowrap",
      "2",
      "1px solid",
      "page",
      "rotate(9deg)",
      "contents",
    );
    const style = fc
      .array(fc.tuple(property, value), { maxLength: 4 })
      .map((all) => all.map((pair) => pair.join(": ")).join("; "));
    const { node } = fc.letrec<{ node: string }>((tie) => ({
      node: fc.oneof(
        { maxDepth: 5 },
        fc.constantFrom("text", "two words", "עברית", " ", "&shy;"),
        fc
          .tuple(tag, style, fc.array(tie("node"), { maxLength: 3 }))
          .map(([name, css, inner]) => `<${name} style="${css}" colspan="2">${inner.join("")}</${name}>`),
      ),
    }));
    await fc.assert(
      fc.asyncProperty(node, async (template) => {
        try {
          const { pdf } = await render({ template, data: {}, options: {} });
          expect(Buffer.from(pdf.subarray(0, 5)).toString()).toBe("%PDF-");
        } catch (error) {
          if (!(error instanceof TemplateError)) throw error;
        }
      }),
      { numRuns: 60 },
    );
  }, 60_000);
});
