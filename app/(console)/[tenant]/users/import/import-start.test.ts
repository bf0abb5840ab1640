import { expect, it } from "vitest";
import { isText, textOf } from "./import-start";

it("reads files of older spreadsheets, and distinguishes text from binary data", async () => {
  const older = await textOf(new Blob([new Uint8Array([0x4a, 0xf6, 0x72, 0x67])]));
  expect(older).toBe("Jörg");
  expect(isText(older)).toBe(true);
  const picture = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d]);
  expect(isText(await textOf(new Blob([picture])))).toBe(false);
});

it.each([
  ["little-endian", true, [0xff, 0xfe]],
  ["big-endian", false, [0xfe, 0xff]],
])("reads UTF-16 with its byte order mark, as Excel saves it: %s", async (_order, isLittle, mark) => {
  const text = 'Name\tE-Mail\r\n"Jörg 😀"\tjoerg@example.com\r\n';
  const units = new DataView(new ArrayBuffer(text.length * 2));
  for (let at = 0; at < text.length; at++) units.setUint16(at * 2, text.charCodeAt(at), isLittle);
  const read = await textOf(new Blob([new Uint8Array(mark), units]));
  expect(read).toBe(text);
  expect(isText(read)).toBe(true);
});
