import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { shown } from "../testing";
import { pngOf, unpacks } from "./png";

const chunk = (type: string, body: Buffer) => {
  const named = Buffer.concat([Buffer.from(type), body]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
};
const head = (width: number, height: number) => {
  const body = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 6, 0, 0, 0]);
  body.writeUInt32BE(width);
  body.writeUInt32BE(height, 4);
  return chunk("IHDR", body);
};
const pixels = (bytes: number) => chunk("IDAT", deflateSync(Buffer.alloc(bytes)));
const file = (...chunks: Buffer[]) =>
  Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), ...chunks, chunk("IEND", Buffer.alloc(0))]);
const image = (bytes: Buffer) => `<img src="data:image/png;base64,${bytes.toString("base64")}">`;

describe("a PNG", () => {
  it("is rejected before it is unpacked if its header states too few pixels", async () => {
    const bomb = file(head(1, 1), pixels(50_000_000));
    expect(unpacks(pngOf(bomb)!)).toBe(false);
    expect((await shown(`<p>x${image(bomb)}`)).warnings).toEqual([
      expect.stringContaining("is left out: its pixels are not what it says that they are"),
    ]);
  });

  it.each([
    ["two heads", file(head(1, 1), head(60_000, 60_000), pixels(5))],
    ["no head", file(pixels(5))],
    ["a chunk that is longer than the file", file(head(1, 1), Buffer.from("fffffff049444154", "hex"))],
    ["no end", file(head(1, 1), pixels(5)).subarray(0, -12)],
    ["pixels that are not packed", file(head(1, 1), chunk("IDAT", Buffer.from("none")))],
  ])("is left out with a warning: %s", async (_what, bytes) => {
    expect((await shown(`<p>x${image(bytes)}`)).warnings).toEqual([expect.stringContaining("is left out")]);
  });

  it("does not stop the document if pdfkit cannot read its text chunk", async () => {
    const text = chunk("tEXt", Buffer.concat([Buffer.from("Comment\0"), Buffer.alloc(300_000, "a")]));
    expect((await shown(`<p>x${image(file(head(1, 1), text, pixels(5)))}`)).text).toBe("x");
  });

  it.each([
    { progressive: false, palette: false },
    { progressive: true, palette: false },
    { progressive: true, palette: true },
    { progressive: false, palette: true },
  ])("is shown in any usual encoding (%o)", async (options) => {
    const create = {
      width: 37,
      height: 21,
      channels: 4 as const,
      background: { r: 9, g: 200, b: 30, alpha: 0.4 },
    };
    const bytes = await sharp({ create }).png(options).toBuffer();
    const png = pngOf(bytes)!;
    expect([png.width, png.height, png.unpacked, unpacks(png)]).toEqual([37, 21, true, true]);
    const { warnings, file: pdf } = await shown(image(bytes));
    expect(warnings).toEqual([]);
    expect(pdf).toContain("/Subtype /Image");
  });
});
