import type { Rect } from "./decorations";
import type { PdfFile } from "./file";
import type { Scene } from "./paint";
import { POINT } from "./surface";

/** Returns an address in ASCII (ISO 32000-1 §12.6.4.7); fragments of the document stay as they are. */
function addressOf(href: string): string {
  const target = href.trim();
  if (target.startsWith("#") || /^[\x21-\x7e]*$/.test(target)) return target;
  if (URL.canParse(target)) return new URL(target).href;
  return target.replace(/[^\x21-\x7e]+/g, (part) => encodeURIComponent(part.toWellFormed()));
}

/** Adds a link over a rectangle in points: to a web, mail or telephone address, or to a destination in the document. */
function addLink(file: PdfFile, target: string, rect: Rect, known: ReadonlySet<string>) {
  const { x, y, width, height } = rect;
  if (/^(https?:|mailto:|tel:)/i.test(target)) file.link(x, y, width, height, target.slice(0, 2_000));
  else if (target.startsWith("#") && known.has(target.slice(1)))
    file.goTo(x, y, width, height, target.slice(1));
}

/** Adds a named destination in points, and an outline entry if the element is a heading. */
function addPlace(
  file: PdfFile,
  { x, y }: Rect,
  { id, heading }: { id: string | null; heading: string | null },
) {
  if (id) file.addNamedDestination(id, "XYZ", x, y, null);
  if (heading) file.outline.addItem(heading, { left: x, top: y, zoom: 0 });
}

/** Adds links and destinations to the page after everything else. */
export function finishScene(file: PdfFile, { links, places, targets, shrink }: Scene): void {
  const scale = POINT / shrink;
  const onPage = ({ x, y, width, height }: Rect): Rect => ({
    x: x * scale,
    y: y * scale,
    width: width * scale,
    height: height * scale,
  });
  for (const { href, rect } of links) addLink(file, addressOf(href), onPage(rect), targets);
  for (const place of places) addPlace(file, onPage(place.rect), place);
}
