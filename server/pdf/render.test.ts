import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wordsIn } from "../kernel/texts/text";
import { TemplateError } from "./errors";
import { render } from "./render";
import { fillTemplate } from "./template/evaluate";

interface Word {
  text: string;
  page: number;
  x: number;
  y: number;
}
/** Returns the visible words of a PDF and their positions. */
async function read(pdf: Uint8Array) {
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise;
  const words: Word[] = [];
  const sizes: number[][] = [];
  for (let page = 1; page <= document.numPages; page++) {
    const shown = await document.getPage(page);
    const [, , width = 0, height = 0] = shown.view;
    sizes.push([Math.round(width), Math.round(height)]);
    for (const item of (await shown.getTextContent()).items)
      if ("str" in item && item.str.trim() !== "")
        words.push({
          text: item.str.trim(),
          page,
          x: item.transform[4] as number,
          y: item.transform[5] as number,
        });
  }
  return { pages: document.numPages, words, sizes, text: words.map(({ text }) => text).join(" ") };
}
const made = async (template: string, data: object = {}, options = {}) => {
  const { pdf, warnings } = await render({ template, data, options });
  return { warnings: warnings.map(wordsIn("en")), ...(await read(pdf)) };
};

describe("templates", () => {
  const fill = (template: string, data: object) => fillTemplate(template, data).html;

  it.each([
    ["{{name}}", { name: "Ann & <Ben>" }, "Ann &#38; &#60;Ben&#62;"],
    ["{{a.b.c}}", { a: { b: { c: 7 } } }, "7"],
    ["{{{html}}}", { html: "<b>" }, "&#60;b&#62;"],
    ["{{#items}}{{name}},{{/items}}", { items: [{ name: "a" }, { name: "b" }] }, "a,b,"],
    ["{{^items}}none{{/items}}", { items: [] }, "none"],
    [
      "{{#each items}}{{@index}}:{{this}}{{#unless @last}},{{/unless}}{{else}}none{{/each}}",
      { items: ["x", "y"] },
      "0:x,1:y",
    ],
    ["{{#each items}}{{../cur}}{{price}} {{/each}}", { cur: "€", items: [{ price: 1 }] }, "€1 "],
    ["{{#items}}{{cur}}{{.}} {{/items}}", { cur: "€", items: [1, 2] }, "€1 €2 "],
    ["{{#name}}has {{.}}{{/name}}{{#n}}{{this}}{{cur}}{{/n}}", { name: "Ann", n: 3, cur: "€" }, "has Ann3€"],
    ["{{#user}}{{#paid}}{{name}}{{/paid}}{{/user}}", { user: { paid: true, name: "Ann" } }, "Ann"],
    ["{{#if paid}}paid{{else}}open{{/if}}", { paid: false }, "open"],
    // A Handlebars block does not look up names in outer contexts. A mustache section looks up names in outer contexts, up to
    // the next Handlebars block.
    ["{{#each items}}[{{name}}]{{/each}}", { name: "ACME", items: [{ name: "a" }, {}] }, "[a][]"],
    ["{{#with to}}[{{name}}]{{/with}}", { name: "ACME", to: { zip: 1 } }, "[]"],
    ["{{#items}}[{{name}}]{{/items}}", { name: "ACME", items: [{ name: "a" }, {}] }, "[a][ACME]"],
    ["{{#each a}}{{#b}}{{x}}{{y}}{{/b}}{{/each}}", { y: 9, a: [{ x: 1, b: [{}, {}] }] }, "11"],
    [
      "{{#each items as |item at|}}{{at}}{{item.name}}{{#with ../to as |to|}}{{to.name}}{{item.name}}{{/with}}{{/each}}",
      { to: { name: "z" }, items: [{ name: "a" }] },
      "0aza",
    ],
    ["{{Invoice No}} {{Address 2}}", { "Invoice No": 7, "Address 2": "x" }, "7 x"],
    ["{{#with to}}{{name}}{{/with}}", { to: { name: "Ann" } }, "Ann"],
    ["{{! a remark }}x", {}, "x"],
    // As in Handlebars, a literal in the position of a name is a name.
    ['{{"first name"}}{{5}}{{""}}', { "first name": "Ann", 5: "five" }, "Annfive"],
    ["{{#'my items'}}{{.}}{{/'my items'}}", { "my items": ["x"] }, "x"],
    ['{{currency total "EUR" locale="de"}}', { total: 1234.5 }, "1.234,50\u00a0€"],
    ['{{number n digits=1 locale="en"}}', { n: 1.25 }, "1.3"],
    ['{{date d style="long" locale="en"}}', { d: "2026-03-14" }, "March 14, 2026"],
  ])("fill %s", (template, data, text) => expect(fill(template, data)).toBe(text));

  it("print nothing for missing names and warn of them", () => {
    expect(fillTemplate("[{{a}}{{b.c}}]", {})).toEqual({ html: "[]", warnings: ["a", "b.c"] });
    expect(fillTemplate("{{constructor}}{{__proto__}}{{a.constructor.name}}", { a: {} }).html).toBe("");
  });

  it.each([
    "{{#a}}",
    "{{",
    "{{> partial}}",
    "{{shout name}}",
    "{{list}}",
    "{{#twice list}}{{/twice}}",
    "{{number name}}",
  ])("refuse %s", (template) =>
    expect(() => fillTemplate(template, { list: [1], name: "x" })).toThrow(TemplateError),
  );

  it("are filled or refused for any input", () => {
    const pieces = fc.constantFrom(
      "{{",
      "}}",
      "#",
      "/",
      "each",
      "if",
      " ",
      "a",
      ".",
      "..",
      "@index",
      "else",
      "^",
      "{",
      '"',
      "this",
      "\n",
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 20 }), fc.object(), (parts, data) => {
        try {
          fillTemplate(parts.join(""), data);
        } catch (error) {
          if (!(error instanceof TemplateError)) throw error;
        }
      }),
      { numRuns: 1_000 },
    );
  });
});

describe("documents", () => {
  it("print their words in order on the requested page size", async () => {
    const { text, sizes, pages } = await made(
      "<h1>Hello {{name}}</h1><p>One <b>bold</b> word,<br>and a line.</p>",
      { name: "Ann" },
    );
    expect(text).toBe("Hello Ann One bold word, and a line.");
    expect(pages).toBe(1);
    expect(sizes).toEqual([[595, 842]]);
    expect((await made("x", {}, { pageSize: "Letter", orientation: "landscape" })).sizes).toEqual([
      [792, 612],
    ]);
    expect((await made("<style>@page { size: letter landscape }</style>x")).sizes).toEqual([[792, 612]]);
  });

  it("print tables in columns and rows over pages", async () => {
    const items = Array.from({ length: 120 }, (_, index) => ({
      name: `Item ${index}`,
      price: `${index}.00`,
    }));
    const { words, pages } = await made(
      `<style>td { padding: 4px; border-bottom: 1px solid #ccc } .r { text-align: right }</style>
       <table width="100%"><tr><th>Name</th><th class="r">Price</th></tr>
       {{#each items}}<tr><td>{{name}}</td><td class="r">{{price}}</td></tr>{{/each}}</table>`,
      { items },
    );
    expect(pages).toBeGreaterThan(2);
    const at = (text: string) => words.find((word) => word.text === text)!;
    expect(at("Item 7").y).toBe(at("7.00").y);
    expect(at("Item 7").x).toBe(at("Item 8").x);
    expect(at("7.00").x).toBeGreaterThan(at("Item 7").x + 100);
    expect(words.filter(({ text }) => text.startsWith("Item"))).toHaveLength(120);
  });

  it("apply cascade, flex, floats and display: none", async () => {
    const { words, text } = await made(`
      <style>
        :root { --gap: 300px } .row { display: flex } .a { width: var(--gap) } .no { display: none !important }
        @media screen { .s { display: none } } @media print { .p { display: none } }
        .left { float: left } .right { float: right }
      </style>
      <div class="row"><div class="a">A</div><div>B</div></div>
      <p class="no" style="display: block">no</p><p class="s">seen</p><p class="p">unseen</p>
      <div class="left">L</div><div class="right">R</div>
      <ol><li>first</li><li>second</li></ol>`);
    const at = (word: string) => words.find((item) => item.text === word)!;
    expect(at("B").x - at("A").x).toBeCloseTo(225, 0);
    expect(at("L").y).toBe(at("R").y);
    expect(at("R").x).toBeGreaterThan(500);
    expect(text).toContain("seen");
    expect(text).not.toMatch(/unseen|\bno\b/);
    expect(text).toMatch(/1\. first 2\. second/);
  });

  it("break pages at forced breaks", async () => {
    const { words, pages } = await made(
      '<p>One</p><div style="page-break-before: always">Two</div><p style="page-break-after: always">Two too</p><p>Three</p>',
    );
    expect(pages).toBe(3);
    expect(words.map(({ text, page }) => [text, page])).toEqual([
      ["One", 1],
      ["Two", 2],
      ["Two too", 2],
      ["Three", 3],
    ]);
  });

  it("show embedded pictures and fetch none", async () => {
    const png =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    const { warnings } = await made(
      `<img src="data:image/png;base64,${png}" width="40"><img src="http://127.0.0.1:9/x.png"><img src="file:///etc/passwd">`,
    );
    expect(warnings).toEqual([
      expect.stringMatching(/^img http:.* is left out/),
      expect.stringMatching(/^img file:.* is left out/),
    ]);
  });

  it("warn of unsupported styles", async () => {
    const { warnings } = await made(
      "<style>.card { filter: blur(2px); text-shadow: none } p > b { writing-mode: vertical-rl }</style><p class=card>x",
    );
    expect(warnings).toEqual(["filter of .card is left out", "writing-mode of p>b is left out"]);
  });

  it("warn of missing glyphs in every document", async () => {
    for (let time = 0; time < 2; time++)
      expect((await made("<p>x \u{10fffd}")).warnings).toEqual([expect.stringContaining("U+10FFFD")]);
  });

  it("insert HTML of trusted templates and escape that of others", async () => {
    const job = { template: "<p>{{{note}}} {{note}}", data: { note: "<b>bold</b>" }, options: {} };
    expect((await read((await render(job)).pdf)).text).toBe("<b>bold</b> <b>bold</b>");
    expect((await read((await render({ ...job, trusted: true })).pdf)).text).toBe("bold <b>bold</b>");
  });

  it("show pictures of the organization by name", async () => {
    const content = Buffer.from('<svg width="8" height="8"/>').toString("base64");
    const assets = [{ name: "dot.svg", mediaType: "image/svg+xml", content }];
    const template =
      '<img src="asset:dot.svg"><p style="background: url(asset:dot.svg)">x</p><img src="asset:no.svg">';
    const { warnings } = await render({ template, data: {}, options: {}, assets });
    expect(warnings.map(wordsIn("en"))).toEqual([
      "img asset:no.svg is left out: the organization has no such picture",
    ]);
  });

  it("survive broken markup and styles", async () => {
    for (const template of [
      "<table><td>cell</table></div></b><p>after",
      "<style>p { color: ; margin: x } } {{ '{{' }} @media { </style><p>text",
      "<div>".repeat(150) + "deep",
      "",
      "<p style='width: -5px; height: 1e400px; font-size: 0'>x</p>",
    ].filter((template) => !template.includes("{{")))
      await expect(made(template)).resolves.toBeDefined();
    await expect(made("<div>".repeat(5_000))).rejects.toThrow(TemplateError);
  });
});
