import { Font } from "@react-pdf/renderer";
import { fallbacks, fileOf, type Shipped } from "../fonts/files";

/*
 * Fonts for the text of drawings, which react-pdf sets: Helvetica, which every reader has, for the letters that it has; for
 * others the fonts that come with the server.
 */

/** The letters of WinAnsiEncoding (ISO 32000-1 annex D). */
const helvetica = /^[\x20-\x7e\xa0-\xff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ\s]*$/;

const registered = new Set<string>();

function registeredName(name: Shipped, bold: boolean): string {
  const family = `castellan-${name}${bold ? "-bold" : ""}`;
  if (!registered.has(family)) {
    Font.register({ family, src: fileOf(name, bold, false) });
    registered.add(family);
  }
  return family;
}

/** The families that are asked for a text's letters, in order. */
export function familiesOf(text: string, bold: boolean): string | string[] {
  if (helvetica.test(text)) return bold ? "Helvetica-Bold" : "Helvetica";
  const names = new Set<Shipped>(["sans"]);
  for (const letter of text) if (!helvetica.test(letter)) names.add(fallbacks(letter.codePointAt(0)!)[0]!);
  return [...names].map((name) => registeredName(name, bold));
}
