import { deflateSync, crc32 } from "node:zlib";

const times = (count: number, text: string | ((index: number) => string)) =>
  typeof text === "string"
    ? text.repeat(count)
    : Array.from({ length: count }, (_, index) => text(index)).join("");

/** Creates a PNG of one colour. The file has few bytes, and the unpacked picture has many. */
function png(width: number, height: number, alpha = false) {
  const chunk = (type: string, body: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), body]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(body.length);
    sum.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width);
  head.writeUInt32BE(height, 4);
  head.set([8, alpha ? 6 : 2, 0, 0, 0], 8);
  const line = 1 + width * (alpha ? 4 : 3);
  const pixels = width * height > 50_000_000 ? Buffer.alloc(100) : Buffer.alloc(line * height);
  const bytes = Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(pixels)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
  return `data:image/png;base64,${bytes.toString("base64")}`;
}

const svg = (text: string) => `data:image/svg+xml;base64,${Buffer.from(text).toString("base64")}`;
const numbers = (count: number) => Array.from({ length: count }, () => 0);

/** Templates whose rendering costs much more than their length suggests, by description. */
export const bombs: Record<string, () => { template: string; data?: object }> = {
  "elements 100,000 deep": () => ({ template: "<div>".repeat(100_000) }),
  "inline elements 10,000 deep": () => ({ template: `${"<b><i>".repeat(5_000)}x` }),
  "tables in tables": () => ({ template: "<table><tr><td>".repeat(3_000) }),
  "lists in lists": () => ({ template: "<ul><li>x".repeat(20_000) }),
  "flex in flex": () => ({ template: `${'<div style="display:flex">'.repeat(90)}x` }),
  "grids in grids": () => ({
    template: `${'<div style="display:grid;grid-template-columns:1fr auto">'.repeat(90)}x`,
  }),
  "tables in tables, shrunk to fit": () => ({
    template: `${'<div style="float:left"><table><tr><td>'.repeat(40)}x`,
  }),
  "a million rows": () => ({
    template: "<table>{{#each rows}}<tr><td>{{this}}</td></tr>{{/each}}</table>",
    data: { rows: numbers(999_000) },
  }),
  "80,000 rows": () => ({
    template: "<table>{{#each rows}}<tr><td>{{this}}</td><td>a</td></tr>{{/each}}</table>",
    data: { rows: numbers(80_000) },
  }),
  "loops in loops": () => ({
    template: `${"{{#each a}}".repeat(8)}x${"{{/each}}".repeat(8)}`,
    data: { a: numbers(0).concat([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]) },
  }),
  "sections 50,000 deep": () => ({
    template: "{{#if a}}".repeat(50_000) + "{{/if}}".repeat(50_000),
    data: { a: 1 },
  }),
  "a text that doubles": () => ({
    template: `{{#each a}}${"{{#each a}}".repeat(4)}${"x".repeat(1_000)}${"{{/each}}".repeat(4)}{{/each}}`,
    data: { a: numbers(20) },
  }),
  "a thousand pages": () => ({ template: '<p style="break-after:page">x</p>'.repeat(1_000) }),
  "margins larger than the page": () => ({
    template: `<style>@page { margin: 200mm }</style>${"<p>x</p>".repeat(2_000)}`,
  }),
  "a page without size": () => ({
    template: `<style>@page { size: 0 0 }</style>${"<p>x</p>".repeat(2_000)}`,
  }),
  "an endless page": () => ({ template: "<style>@page { size: 1e9mm 1e9mm }</style><p>x</p>" }),
  "a picture of 50,000 by 50,000": () => ({ template: `<img src="${png(50_000, 50_000)}">` }),
  "pictures of 36 megapixels": () => ({
    template: times(10, (index) => `<img src="${png(6_000, 6_000 - index)}">`),
  }),
  "transparent pictures of 36 megapixels": () => ({
    template: times(10, (index) => `<img src="${png(6_000, 6_000 - index, true)}">`),
  }),
  "a picture a thousand times": () => ({
    template: `<img src="${png(500, 500, true)}" width="9">`.repeat(1_000),
  }),
  "a tile of a pixel": () => ({
    template: `<div style="height:5000px;background:url('${png(1, 1)}')"></div>`,
  }),
  "tiles of a pixel in many boxes": () => ({
    template: `<div style="height:100px;background:url('${png(1, 1)}')"></div>`.repeat(500),
  }),
  "SVG entities": () => ({
    template: `<img src="${svg(
      `<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa">${times(20, (index) => `<!ENTITY a${index} "${"&a;".repeat(10)}">`)}]><svg width="9" height="9"><text>&a19;</text></svg>`,
    )}">`,
  }),
  "SVG that uses itself": () => ({
    template: '<svg width="9" height="9"><g id="a"><use href="#a"/><use href="#a"/></g></svg>',
  }),
  "SVG that doubles itself": () => ({
    template: `<svg width="9" height="9"><rect id="g0" width="1" height="1"/>${times(40, (index) => `<g id="g${index + 1}"><use href="#g${index}"/><use href="#g${index}"/></g>`)}</svg>`,
  }),
  "SVG 20,000 deep": () => ({ template: `<svg width="9" height="9">${"<g>".repeat(20_000)}</svg>` }),
  "an SVG path of a million points": () => ({
    template: `<svg width="9" height="9"><path d="M0 0${"L1 1".repeat(400_000)}"/></svg>`,
  }),
  "many rules on many elements": () => ({
    template: `<style>${times(15_000, (index) => `.c${index} .d${index}{color:red}`)}</style>${"<p class=d1>x".repeat(20_000)}`,
  }),
  "descendants of descendants": () => ({
    template: `<style>${"div ".repeat(60)}p { color: red }</style>${"<div>".repeat(100)}${"<i>x</i>".repeat(3_000)}<p>x`,
  }),
  ":has in :has": () => ({
    template: `<style>${times(200, (index) => `div:has(p:has(~ p:has(~ .x${index}))){color:red}`)}</style><div>${"<p>x</p>".repeat(2_000)}</div>`,
  }),
  ":nth-last-child among many": () => ({
    template: `<style>p:nth-last-child(2n+1 of .a) { color: red } p:nth-last-of-type(3n) { color: blue }</style>${"<p class=a>x</p>".repeat(20_000)}`,
  }),
  "calc in calc": () => ({
    template: `<p style="width: ${"calc(1px + ".repeat(20_000)}1px${")".repeat(20_000)}">x`,
  }),
  "variables that double": () => ({
    template: `<style>:root { --v0: 1px; ${times(60, (index) => `--v${index + 1}: var(--v${index}) var(--v${index});`)} } p { margin: var(--v60) }</style><p>x`,
  }),
  "variables in a ring": () => ({
    template: "<style>:root { --a: var(--b); --b: var(--a) } p { margin: var(--a) }</style><p>x",
  }),
  "rules 20,000 deep": () => ({ template: `<style>${"a { ".repeat(20_000)}</style>x` }),
  "media 20,000 deep": () => ({ template: `<style>${"@media print { ".repeat(20_000)}</style>x` }),
  "a gradient of 100,000 colours": () => ({
    template: `<div style="height:90px;background:linear-gradient(${Array.from({ length: 100_000 }, () => "red").join()})">`,
  }),
  "shadows upon shadows": () => ({
    template: `<div style="box-shadow:${Array.from({ length: 50_000 }, () => "1px 1px 50px red").join()}">x</div>`,
  }),
  "a grid of a million tracks": () => ({
    template: '<div style="display:grid;grid-template-columns:repeat(1000000,1px)"><p>x</div>',
  }),
  "a grid that reaches far": () => ({
    template: '<div style="display:grid"><p style="grid-row:1000000000;grid-column:1/999999999">x</div>',
  }),
  "cells that reach far": () => ({
    template: `<table><col span="1000000000">${'<tr><td colspan="1000000000" rowspan="65534">x</td></tr>'.repeat(300)}</table>`,
  }),
  "many columns": () => ({ template: `<table><tr>${"<td>x".repeat(20_000)}</table>` }),
  "one word of two million letters": () => ({
    template: `<p style="overflow-wrap:anywhere">${"x".repeat(2_000_000)}`,
  }),
  "two million letters": () => ({ template: `<p>${"word ".repeat(400_000)}` }),
  "two million letters to the left": () => ({ template: `<p dir="rtl">${"שלום a ".repeat(200_000)}` }),
  "letters from everywhere": () => ({ template: `<p>${"a漢😀ع ".repeat(60_000)}` }),
  "a font of 300,000 bytes that is none": () => ({
    template: `<style>@font-face { font-family: f; src: url(data:font/woff2;base64,${"d09GMgABAAAAA".repeat(25_000)}) } p { font-family: f }</style><p>x`,
  }),
  "numbers beyond all": () => ({
    template: times(
      200,
      '<p style="font-size:1e9px;margin:-1e9px 1e300px;width:1e400px;letter-spacing:1e9px;text-indent:-1e9px;line-height:1e99;position:relative;top:1e20px;border:1e9px solid;border-radius:1e30px">x</p>',
    ),
  }),
  "small type in a huge box": () => ({ template: '<div style="height:1e8px">x</div>' }),
  "what is fixed on every page": () => ({
    template: `${'<p style="position:fixed">x</p>'.repeat(2_000)}${'<p style="break-after:page">x</p>'.repeat(400)}`,
  }),
  "counters in counters": () => ({
    template: `<style>li { counter-increment: a } li::before { content: counters(a, ".") }</style>${"<ol style='counter-reset:a'><li>".repeat(90)}${"<li>x".repeat(20_000)}`,
  }),
  "floats among floats": () => ({
    template: '<div style="float:left;width:7px;height:3px">x</div>'.repeat(20_000),
  }),
  "columns in columns": () => ({
    template: `${'<div style="columns:3"><p>x</p>'.repeat(12)}${"<p>x</p>".repeat(2_000)}`,
  }),
  "pages of two names in turn": () => ({
    template: `${"<div>".repeat(200)}${'<p style="page: a">x</p><p style="page: b">x</p>'.repeat(20_000)}`,
  }),
  "a first page of its own width, and much after it": () => ({
    template: `<style>@page { margin: 9mm } @page :first { margin: 20mm }</style>${"<div>".repeat(100)}${"<p>x</p>".repeat(9_000)}`,
  }),
  "patterns in patterns": () => ({
    template: `<svg width="900" height="900"><pattern id="a" width="1" height="1" patternUnits="userSpaceOnUse"><rect fill="url(#a)" width="9" height="9"/></pattern>${'<rect width="900" height="900" fill="url(#a)"/>'.repeat(3_000)}</svg>`,
  }),
  "patterns in many drawings": () => ({
    template: `<svg width="9" height="9"><pattern id="a" width="10" height="10" patternUnits="userSpaceOnUse"><path d="M0 0h9v9z"/></pattern></svg>${'<svg width="600" height="600"><rect width="600" height="600" fill="url(#a)"/></svg>'.repeat(300)}`,
  }),
  "tiles of a long line": () => ({
    template:
      `<svg width="600" height="600"><pattern id="a" width="10" height="10" patternUnits="userSpaceOnUse"><path stroke="red" d="M0 0${"l1 1".repeat(9_000)}"/></pattern><rect width="600" height="600" fill="url(#a)"/></svg>`.repeat(
        20,
      ),
  }),
  "markers of a long line": () => ({
    template: `<svg><marker id="m"><path d="M0 0${"l1 1".repeat(100_000)}"/></marker>${`<path stroke="red" marker-mid="url(#m)" d="M0 0${"l1 1".repeat(900)}"/>`.repeat(200)}</svg>`,
  }),
  "masks in tiles": () => ({
    template: `<svg width="600" height="600"><linearGradient id="g"><stop stop-color="red"/></linearGradient><pattern id="a" width="10" height="10" patternUnits="userSpaceOnUse"><path stroke="url(#g)" fill="none" d="M0 0${"l1 1".repeat(150)}"/></pattern>${'<rect width="600" height="600" fill="url(#a)"/>'.repeat(300)}</svg>`,
  }),
  "markers that name themselves": () => ({
    template: `<svg><marker id="m"><path marker-mid="url(#m)" d="M0 0${"l1 1".repeat(900)}"/></marker>${`<path stroke="red" marker-mid="url(#m)" d="M0 0${"l1 1".repeat(900)}"/>`.repeat(200)}</svg>`,
  }),
  "masks of masks": () => ({
    template: `<svg>${times(200, (index) => `<mask id="m${index}"><g mask="url(#m${(index + 1) % 200})"><rect width="9" height="9" mask="url(#m${(index + 7) % 200})"/></g></mask><rect width="9" height="9" mask="url(#m${index})"/>`)}</svg>`,
  }),
  "shadows of many letters": () => ({
    template: `<div style="text-shadow: 0 0 9px red, 1px 1px 9px blue, 2px 2px 9px red, 3px 3px 9px red">${"words ".repeat(80_000)}`,
  }),
  "clipped in clipped": () => ({
    template: `${'<div style="clip-path: circle(40%)">'.repeat(200)}${"<p>x</p>".repeat(2_000)}`,
  }),
  "first letters and lines": () => ({
    template: `<style>p::first-letter { float: left; font-size: 3em } p::first-line { font-variant: small-caps }</style>${"<p>x y z</p>".repeat(20_000)}`,
  }),
  "strings of a whole document": () => ({
    template: `<style>p { string-set: a content() } @page { margin: 50px; @top-left { content: string(a) } }</style>${"<p>".repeat(200)}${"<p>words</p>".repeat(9_000)}`,
  }),
  "what stands absolutely": () => ({
    template: '<div style="position:absolute;left:9px;width:min-content"><p>a b c</div>'.repeat(20_000),
  }),
};

/** One bomb of each kind that ends quickly, with the reason of its refusal, or null if it is rendered. */
export const quickBombs: Record<string, string | null> = {
  "inline elements 10,000 deep": "The document is nested too deeply.",
  "tables in tables": "The document is nested too deeply.",
  "flex in flex": null,
  "a million rows": "The template repeats too much.",
  "sections 50,000 deep": "The template is nested too deeply.",
  "a text that doubles": null,
  "margins larger than the page": "The document has more than 500 pages.",
  "an endless page": null,
  "a picture of 50,000 by 50,000": null,
  "SVG entities": null,
  "SVG that doubles itself": null,
  "SVG 20,000 deep": "The document is nested too deeply.",
  "calc in calc": null,
  "variables that double": null,
  "rules 20,000 deep": null,
  "a grid of a million tracks": null,
  "cells that reach far": null,
  "a font of 300,000 bytes that is none": null,
  "masks of masks": null,
};
