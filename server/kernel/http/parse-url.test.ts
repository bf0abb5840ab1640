import { expect, it } from "vitest";
import { parseUrl } from "./parse-url";

it("an address with letters of Latin-1 is one also after many calls (URL.canParse of Node 20)", () => {
  let refused = 0;
  for (let call = 0; call < 20_000; call++) if (parseUrl("https://bücher.example/ä") === null) refused += 1;
  expect(refused).toBe(0);
});

it("what is no address is null", () => {
  for (const text of ["", "x", "https://", "//x", "https://a b/"]) expect(parseUrl(text)).toBeNull();
  expect(parseUrl("/x", "https://a.example")?.href).toBe("https://a.example/x");
});
