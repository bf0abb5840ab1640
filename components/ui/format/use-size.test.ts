import { expect, it } from "vitest";
import { sizeText } from "./use-size";

it.each([
  [0, "0 bytes"],
  [999, "999 bytes"],
  [1_000, "1 KB"],
  [25_400, "25 KB"],
  [1_000_000, "1.0 MB"],
  [12_340_000, "12.3 MB"],
  [1_000_000_000, "1.0 GB"],
  [4_000_000_000_000_000, "4,000.0 TB"],
])("%i bytes are %s", (bytes, text) => {
  expect(sizeText(bytes, "en-GB", "bytes")).toBe(text);
});

it("uses the number format of the reader's language", () => {
  expect(sizeText(12_340_000, "de", "Byte")).toBe("12,3 MB");
});
