import type { Rect } from "./decorations";
import type { PdfFile } from "./file";
import type { Scene } from "./paint";
import { addLink, addPlace } from "./pictures";

/** An address in the letters that a PDF knows for it (ISO 32000-1 §12.6.4.7); a place in the document stays as it is. */
function addressOf(href: string): string {
  const target = href.trim();
  if (target.startsWith("#") || /^[\x21-\x7e]*$/.test(target)) return target;
  if (URL.canParse(target)) return new URL(target).href;
  return target.replace(/[^\x21-\x7e]+/g, (part) => encodeURIComponent(part.toWellFormed()));
}

/** Links and places go on the page that is written, when all else is painted. */
export function finishScene(file: PdfFile, { links, places, targets, shrink }: Scene): void {
  const onPage = ({ x, y, width, height }: Rect): Rect => ({
    x: x / shrink,
    y: y / shrink,
    width: width / shrink,
    height: height / shrink,
  });
  for (const { href, rect } of links) addLink(file, addressOf(href), onPage(rect), targets);
  for (const place of places) addPlace(file, onPage(place.rect), place);
}
