import type { Rect } from "./decorations";
import type { PdfFile } from "./file";
import type { Scene } from "./paint";
import { POINT } from "./surface";
import { parseUrl } from "../../kernel/http/parse-url";

/** Converts an address to ASCII (ISO 32000-1 §12.6.4.7). Returns a link to an id of the document unchanged. */
function addressOf(href: string): string {
  const target = href.trim();
  if (target.startsWith("#") || /^[\x21-\x7e]*$/.test(target)) return target;
  return (
    parseUrl(target)?.href ??
    target.replace(/[^\x21-\x7e]+/g, (part) => encodeURIComponent(part.toWellFormed()))
  );
}

/** Adds a link to the page. `rect` is in points. The target is a web, mail or telephone address, or an id of the document. */
function addLink(file: PdfFile, target: string, rect: Rect, known: ReadonlySet<string>) {
  const { x, y, width, height } = rect;
  if (/^(https?:|mailto:|tel:)/i.test(target)) file.link(x, y, width, height, target.slice(0, 2_000));
  else if (target.startsWith("#") && known.has(target.slice(1)))
    file.goTo(x, y, width, height, target.slice(1));
}

/** Adds a named destination at a position in points. If the element is a heading, also adds an outline entry. */
function addPlace(
  file: PdfFile,
  { x, y }: Rect,
  { id, heading }: { id: string | null; heading: string | null },
) {
  if (id) file.addNamedDestination(id, "XYZ", x, y, null);
  if (heading) file.outline.addItem(heading, { left: x, top: y, zoom: 0 });
}

/** Adds links, destinations and outline entries to the page. Must be called after the content of the page is written. */
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
