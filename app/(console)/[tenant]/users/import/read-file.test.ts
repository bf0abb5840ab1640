import { expect, it } from "vitest";
import { isText, textOf } from "./read-file";

it("reads files of older spreadsheets, and distinguishes text from binary data", async () => {
  const older = await textOf(new Blob([new Uint8Array([0x4a, 0xf6, 0x72, 0x67])]));
  expect(older).toBe("Jörg");
  expect(isText(older)).toBe(true);
  const picture = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d]);
  expect(isText(await textOf(new Blob([picture])))).toBe(false);
});
