import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { pdfWarnings, Warnings } from "../warnings";
import { bare, shown } from "../testing";
import { fileOf } from "./files";
import { openFonts } from "./library";

const arimo = readFileSync(fileOf("sans", false, false));
const uri = (bytes: Buffer) => `data:font/ttf;base64,${bytes.toString("base64")}`;
const face = (rest: string, bytes: Buffer = arimo) =>
  `@font-face { font-family: Own; src: url(${uri(bytes)}); ${rest} }`;

/** Returns the names of the fonts in a PDF file. */
const fontsIn = (file: string) =>
  [...new Set([...file.matchAll(/\/BaseFont \/[A-Z]{6}\+([\w-]+)/g)].map(([, name]) => name))].sort();

describe("fonts of a document", () => {
  const [mono, serif] = [
    readFileSync(fileOf("mono", false, false)),
    readFileSync(fileOf("serif", false, false)),
  ];

  it.each([
    [400, ["Arimo-Regular"]],
    [500, ["Cousine-Regular"]],
    [450, ["Cousine-Regular"]],
    [200, ["Arimo-Regular"]],
    [900, ["Tinos-Regular"]],
  ])("are chosen by the nearest weight to %i", async (weight, names) => {
    const { file } = await shown(
      `${bare}<style>${face("font-weight: 300")}${face("font-weight: 500", mono)}${face("font-weight: 600 800", serif)}
      ${face("font-weight: 400")} body { font: ${weight} 10px Own }</style><p>text</p>`,
    );
    expect(fontsIn(file)).toEqual(names);
  });

  it("are all tried for a missing character", async () => {
    const chinese = readFileSync(fileOf("chinese", false, false));
    const { file } = await shown(
      `${bare}<style>${face("font-weight: 400; unicode-range: U+4E00-9FFF", chinese)}${face("font-weight: 500")} body { font-family: Own }</style><p>text Ж 中</p>`,
    );
    expect(fontsIn(file).join()).toMatch(/^Arimo-Regular,NotoSans/);
  });

  /**
   * Returns the offset of a font table. Reads the table directory of the font file (OpenType, Organization of an OpenType
   * font).
   */
  const tableAt = (tag: string) => {
    const entry = Array.from({ length: arimo.readUInt16BE(4) }, (_, index) => 12 + index * 16).find(
      (at) => arimo.toString("latin1", at, at + 4) === tag,
    )!;
    return { entry, offset: arimo.readUInt32BE(entry + 8) };
  };
  const changed = (change: (bytes: Buffer) => void) => {
    const bytes = Buffer.from(arimo);
    change(bytes);
    return bytes;
  };

  it.each<[string, Buffer]>([
    ["cut off in the middle", arimo.subarray(0, arimo.length / 2)],
    ["without a size", changed((bytes) => bytes.writeUInt16BE(0, tableAt("head").offset + 18))],
    ...["hmtx", "hhea", "cmap", "OS/2", "name", "post", "maxp", "loca", "GSUB"].map(
      (tag) =>
        [
          `whose table ${tag} is elsewhere`,
          changed((bytes) => bytes.writeUInt32BE(0x7ffffff0, tableAt(tag).entry + 8)),
        ] satisfies [string, Buffer],
    ),
  ])("do not break a document with %s", async (_what, bytes) => {
    const { words } = await shown(`<style>${face("", bytes)} p { font-family: Own }</style><p>Größe Ж fi`);
    expect(words.length).toBeGreaterThan(0);
  });

  it("are limited in unpacked size, regardless of the size in their header", () => {
    const woff = Buffer.alloc(64);
    woff.write("wOFF\0\x01\0\0", 0, "latin1");
    woff.writeUInt32BE(64, 8);
    woff.writeUInt16BE(1, 12);
    woff.write("glyf", 44, "latin1");
    woff.writeUInt32BE(64, 48);
    woff.writeUInt32BE(8, 52);
    woff.writeUInt32BE(0x7fffffff, 56);
    const warnings = new Warnings();
    const source = `data:font/woff;base64,${woff.toString("base64")}`;
    openFonts([{ family: "own", weights: [400, 400], italic: false, source }], warnings);
    expect([...warnings]).toEqual([pdfWarnings.font_face_unreadable({ family: "own" })]);
  });
});
