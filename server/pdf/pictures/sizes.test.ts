import { expect, it } from "vitest";
import { factsOf } from "./sizes";

/** Creates the start of a JPEG of 40 by 20 pixels with an Exif orientation. */
function jpeg(orientation: number, components = 1): Buffer {
  const tiff = Buffer.alloc(26);
  tiff.write("MM\0*", 0, "latin1");
  tiff.writeUInt32BE(8, 4);
  tiff.writeUInt16BE(1, 8);
  tiff.writeUInt16BE(0x0112, 10);
  tiff.writeUInt16BE(3, 12);
  tiff.writeUInt32BE(1, 14);
  tiff.writeUInt16BE(orientation, 18);
  const exif = Buffer.concat([Buffer.from("Exif\0\0", "latin1"), tiff]);
  const frame = Buffer.from([0xff, 0xc0, 0, 11, 8, 0, 20, 0, 40, components, 1, 0x11, 0]);
  return Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0, exif.length + 2]), exif, frame]);
}

it.each([
  [1, 40, 20],
  [4, 40, 20],
  [5, 20, 40],
  [8, 20, 40],
  [0, 40, 20],
  [9, 40, 20],
  [65_535, 40, 20],
])("a picture with Exif orientation %i is %i pixels wide and %i high", (orientation, width, height) => {
  expect(factsOf(jpeg(orientation))).toEqual({ kind: "jpeg", width, height });
});

it("a picture with two colour components is no JPEG for a PDF", () => {
  expect(factsOf(jpeg(1, 3))).not.toBeNull();
  expect(factsOf(jpeg(1, 2))).toBeNull();
});
