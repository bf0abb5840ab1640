import { inflateSync } from "node:zlib";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { render } from "../render";

const made = async (template: string, data: object = {}) => {
  const { pdf } = await render({ template: `<!doctype html>${template}`, data, options: {} });
  return { bytes: Buffer.from(pdf), source: Buffer.from(pdf).toString("latin1") };
};
const textOf = async (bytes: Buffer) => {
  const document = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  const texts: string[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent();
    texts.push(items.map((item) => ("str" in item ? item.str : "")).join(""));
  }
  return texts;
};
const count = (source: string, wanted: RegExp) => [...source.matchAll(wanted)].length;

/** Returns the operators of the first page of a PDF. */
const operatorsOf = ({ bytes, source }: { bytes: Buffer; source: string }) => {
  const [, contents] = /\/Contents (\d+) 0 R/.exec(source) ?? [];
  const at = source.indexOf("stream\n", source.indexOf(`\n${contents} 0 obj\n`)) + "stream\n".length;
  return inflateSync(bytes.subarray(at)).toString("latin1");
};

/** Returns the invalid numbers of a page: NaN, Infinity, and numbers with an exponent (ISO 32000-1 §7.3.3). */
const strange = (operators: string) =>
  operators
    .replace(/<[0-9a-f]*>/g, " ")
    .split(/[\s[\]]+/)
    .filter((word) => !/^([+-]?(\d+\.?\d*|\.\d+)|[A-Za-z]{1,3}\*?|\/\w+)?$/.test(word) || word === "NaN");

describe("a file", () => {
  it.each([
    "rotate(1e400deg)",
    "rotate(1e300turn)",
    "scale(1e30)",
    "scale(1e400, 2)",
    "scale(1e-30)",
    "scale(1e30) scale(1e30) rotate(-1e21rad)",
    "translate(1e30px, 1e400%)",
    "translatex(calc(1e200px * 1e200))",
    "translate(calc(1e400px - 1e400px))",
  ])("contains only valid numbers for the transform %s", async (transform) => {
    const picture = '<svg width="8" height="8"><rect width="8" height="8"/></svg>';
    for (const inside of ["text", `${picture}text`]) {
      const file = await made(
        `<p>before</p><div style="transform: ${transform}; transform-origin: 1e400% 1e30px">${inside}</div><p>after</p>`,
      );
      expect(strange(operatorsOf(file))).toEqual([]);
      expect((await textOf(file.bytes)).join(" ")).toMatch(/before[\s\S]*after/);
    }
  });

  it("embeds each used font once and no other", async () => {
    const { source } = await made("<p>one</p><p style='break-before: page'>two <b>bold</b></p>");
    expect(count(source, /\/FontFile2 /g)).toBe(2);
    expect(source).not.toContain("Helvetica");
    expect(source).toMatch(/\/FontName \/[A-Z]{6}\+Tinos/);
  });

  it("maps glyphs to characters with cached and new subsets", async () => {
    const template = "<p>{{name}} – Größe ½ fin</p>";
    const texts = ["Ann", "Ann", "Zoë", "Ann"].map(async (name) => {
      const { bytes } = await made(template, { name });
      return textOf(bytes);
    });
    expect((await Promise.all(texts)).flat()).toEqual(
      ["Ann", "Ann", "Zoë", "Ann"].map((name) => `${name} – Größe ½ fin`),
    );
  });

  it("maps more than 256 glyphs in ranges that differ in the last byte", async () => {
    const letters = Array.from({ length: 600 }, (_, index) => String.fromCodePoint(0x100 + index)).filter(
      (letter) => /\p{L}/u.test(letter),
    );
    const { bytes } = await made(`<p style="font: 12px Arial">${letters.join(" ")}</p>`);
    const document = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
    const { items } = await (await document.getPage(1)).getTextContent({ disableNormalization: true });
    const text = items.map((item) => ("str" in item ? item.str : "")).join(" ");
    expect(letters.filter((letter) => !text.includes(letter))).toEqual([]);
  });

  it("embeds a repeated picture once", async () => {
    const png = await sharp({ create: { width: 40, height: 40, channels: 4, background: "#00f8" } })
      .png()
      .toBuffer();
    const picture = `<img src="data:image/png;base64,${png.toString("base64")}">`;
    const { source, bytes } = await made(
      `<p>${picture}one</p><p style="break-before: page">${picture}two</p>`,
    );
    // The PDF has one image object for the colours of the picture and one for its alpha values.
    expect(count(source, /\/Subtype \/Image/g)).toBe(2);
    expect(await textOf(bytes)).toEqual(["one", "two"]);
  });

  it("places combining marks above their letters and returns to the baseline", async () => {
    const file = await made('<p style="font: 20px Arial">שָׁלוֹם مُحَمَّدٌ</p><p>after</p>');
    const rises = [...operatorsOf(file).matchAll(/(-?[\d.]+) Ts/g)].map(([, rise]) => Number(rise));
    expect(rises.length).toBeGreaterThan(1);
    expect(rises.at(-1)).toBe(0);
    expect((await textOf(file.bytes)).join("")).toContain("after");
  });

  it("contains links, destinations and an outline", async () => {
    const { bytes } = await made(
      '<h1>First</h1><a href="#b">there</a><a href="https://example.org/">out</a><h2 id="b" style="break-before: page">Second</h2>',
    );
    const document = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
    const links = await (await document.getPage(1)).getAnnotations();
    expect(links.map((link: { dest?: string; url?: string }) => link.dest ?? link.url)).toEqual([
      "b",
      "https://example.org/",
    ]);
    const pageOf = async (dest: string | unknown[] | null) => {
      const place: unknown[] | null = typeof dest === "string" ? await document.getDestination(dest) : dest;
      const page = place?.[0];
      return document.getPageIndex(page as Parameters<typeof document.getPageIndex>[0]);
    };
    expect(await pageOf("b")).toBe(1);
    const outline = await document.getOutline();
    expect(outline.map(({ title }) => title)).toEqual(["First", "Second"]);
    expect(await Promise.all(outline.map(({ dest }) => pageOf(dest)))).toEqual([0, 1]);
  });
});
