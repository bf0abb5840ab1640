import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { wordsIn } from "../kernel/texts/text";
import { render, type RenderJob } from "./render";

/*
 * Documents with the same style sheets share cached styles. These tests check that data and pictures of one document do not
 * appear in another document.
 */

interface Shown {
  text: string;
  /** Each piece of text with its font size. */
  sizes: [string, number][];
  pictures: number;
  warnings: string[];
}

async function shown(job: Partial<RenderJob> & { template: string }): Promise<Shown> {
  const { pdf, warnings } = await render({ data: {}, options: {}, ...job });
  const pictures = [
    ...Buffer.from(pdf)
      .toString("latin1")
      .matchAll(/\/Subtype \/Image/g),
  ].length;
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise;
  const { items } = await (await document.getPage(1)).getTextContent({ disableNormalization: true });
  const sizes = items.flatMap((item): Shown["sizes"] =>
    "str" in item && item.str.trim() !== ""
      ? [
          [
            item.str,
            Math.round(Math.hypot(item.transform[0] as number, item.transform[1] as number) * 10) / 10,
          ],
        ]
      : [],
  );
  return {
    text: sizes.map(([text]) => text).join("|"),
    sizes,
    pictures,
    warnings: warnings.map(wordsIn("en")),
  };
}

let sheets = 0;
/** Returns a style element with a unique comment, so that its style sheet is not in the cache yet. */
const fresh = (css: string) => `<style>/* ${(sheets += 1)} */ ${css}</style>`;

/**
 * Renders each document with style sheets of its own. Then renders all documents with shared style sheets, in both orders.
 * Expects the same results.
 */
async function inEveryOrder<T>(
  css: string,
  documents: T[],
  jobOf: (style: string, one: T) => Partial<RenderJob> & { template: string },
) {
  const alone: Shown[] = [];
  for (const one of documents) alone.push(await shown(jobOf(fresh(css), one)));
  for (const order of [documents, [...documents].reverse()]) {
    const style = fresh(css);
    for (const one of order) {
      const after = await shown(jobOf(style, one));
      expect(after).toEqual(alone[documents.indexOf(one)]);
    }
  }
  return alone;
}

describe("documents with the same style sheets", () => {
  it.each([
    ["written in the margin box", "@page { margin: 80px; @top-left { content: url(asset:logo) } }"],
    [
      "that a variable names",
      ":root { --logo: url(asset:logo) } @page { margin: 80px; @top-left { content: var(--logo) } }",
    ],
    [
      "that a variable names by another",
      ":root { --file: asset:logo; --logo: url(var(--file)) } @page { margin: 80px; @top-left { content: 'x' var(--logo) } }",
    ],
  ])("show the pictures of their own organization in margin boxes, %s", async (_how, css) => {
    const logo = async (background: string) =>
      (
        await sharp({ create: { width: 8, height: 8, channels: 3, background } })
          .png()
          .toBuffer()
      ).toString("base64");
    const assetsOf = (content: string) => [{ name: "logo", mediaType: "image/png", content }];
    const documents = [assetsOf(await logo("#f00")), []];
    const [own, none] = await inEveryOrder(css, documents, (style, assets) => ({
      template: `<!doctype html>${style}<p>text`,
      assets,
    }));
    expect(own).toMatchObject({ pictures: 1, warnings: [] });
    expect(none).toMatchObject({ pictures: 0, warnings: [expect.stringContaining("no such picture")] });
    // Two documents with the same style sheets can have different pictures with the same name, because they can belong to
    // different organizations. The cache must not mix up these pictures.
    const job = { template: `<!doctype html>${fresh(css)}<p>text`, data: {}, options: {} };
    const red = await render({ ...job, assets: documents[0]! });
    const blue = await render({ ...job, assets: assetsOf(await logo("#00f")) });
    const again = await render({ ...job, assets: documents[0]! });
    expect(imageIn(blue.pdf)).not.toEqual(imageIn(red.pdf));
    expect(imageIn(again.pdf)).toEqual(imageIn(red.pdf));
  });

  it("show their own data in margin boxes", async () => {
    const documents = await inEveryOrder(
      "@page { margin: 80px; @bottom-left { content: var(--who) } @top-left { content: 'No. ' counter(page) } }",
      ["Ann", "Bob"],
      (style, who) => ({
        template: `<!doctype html><html style="--who: '{{who}}'">${style}<p>text`,
        data: { who },
      }),
    );
    expect(documents.map(({ text }) => text.split("|").sort())).toEqual([
      ["Ann", "No. 1", "text"],
      ["Bob", "No. 1", "text"],
    ]);
  });

  it("use their own font size in margin boxes", async () => {
    const documents = await inEveryOrder(
      "@page { margin: 80px; @bottom-left { font-size: 2rem; content: 'margin' } }",
      [8, 20],
      (style, size) => ({
        template: `<!doctype html><html style="font-size: {{size}}px">${style}<p>text`,
        data: { size },
      }),
    );
    expect(documents.map(({ sizes }) => sizes.find(([text]) => text === "margin")?.[1])).toEqual([12, 30]);
  });

  it("keep hint attributes and declarations apart", async () => {
    const documents = await inEveryOrder(
      "",
      [
        'face="Arial;font-size:30px"',
        'face="Arial" size="7"',
        'face="Arial|x" style="font-size: 30px"',
        'face="Arial" style="x|font-size: 30px"',
      ],
      (style, attributes) => ({ template: `<!doctype html>${style}<font ${attributes}>text</font>` }),
    );
    expect(documents.map(({ sizes }) => sizes[0]?.[1])).toEqual([12, 36, 22.5, 12]);
  });

  it("are copied with their own characters where a glyph stands for two", async () => {
    const letters = ["\u2126", "\u03a9", "\u00b5", "\u03bc", "\u212b", "\u00c5", "\ufb01", "fi"];
    const documents = await inEveryOrder("", letters, (style, letter) => ({
      template: `<!doctype html>${style}<p>${letter}`,
    }));
    expect(documents.map(({ text }) => text)).toEqual(letters);
  });
});

/** Returns the bytes of the first picture in a PDF file. */
function imageIn(pdf: Uint8Array): string {
  const source = Buffer.from(pdf).toString("latin1");
  const at = source.indexOf("stream\n", source.indexOf("/Subtype /Image"));
  return source.slice(at, source.indexOf("endstream", at));
}
