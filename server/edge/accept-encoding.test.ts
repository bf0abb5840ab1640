import { expect, it } from "vitest";
import { acceptedCoding } from "./accept-encoding";

it.each([
  [undefined, null],
  ["", null],
  ["gzip, deflate, br, zstd", "br"],
  ["gzip;q=1.0, br;q=0.5", "br"],
  ["gzip, br;q=0", "gzip"],
  ["GZIP, br; q=0.000", "gzip"],
  ["br;q=0, gzip ; q = 0", null],
  ["*", "br"],
  ["br;q=0, *", "gzip"],
  ["gzip, *;q=0", "gzip"],
  ["identity", null],
  ["broken, xgzip", null],
])("with Accept-Encoding: %s, chooses the coding %s", (header, coding) => {
  expect(acceptedCoding(header, ["br", "gzip"])).toBe(coding);
});
