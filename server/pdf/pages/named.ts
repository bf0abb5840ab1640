import { isTag, type Element } from "domhandler";
import { readInline } from "../css/declarations";
import { readSheet, type Rule } from "../css/sheet";

/*
 * Finds the page name of the first page without boxes (CSS Paged Media Level 3 §9). The name must be known before styles are
 * computed, because media queries and vw depend on the width of the first page.
 */

/** Maximum depth of the elements that are searched for the property `page`. */
const DEEPEST = 16;

/** Returns the page name of the first content in the document. Returns an empty text if this content has no page name. */
export function firstPageName(sheets: string[], elements: readonly Element[]): string {
  if (!sheets.some((text) => /@page\s+[\w-]/i.test(text))) return "";
  const rules = sheets
    .flatMap((text) => readSheet(text, 794).rules)
    .filter(
      ({ pseudo, declarations }) => !pseudo && declarations.some(({ property }) => property === "page"),
    );
  let element = elements.find(({ name }) => name === "body");
  let name = "";
  for (let depth = 0; element && depth < DEEPEST; depth++) {
    name = nameOf(element, rules) || name;
    element = element.children.filter(isTag).find(isShown);
  }
  return name;
}

const isShown = ({ name }: Element) => !/^(style|script|link|meta|template)$/.test(name);

function nameOf(element: Element, rules: readonly Rule[]): string {
  const value = [
    ...rules.filter(({ matches }) => matches(element)).flatMap(({ declarations }) => declarations),
    ...readInline(element.attribs["style"] ?? ""),
  ].findLast(({ property }) => property === "page")?.value;
  return value === undefined || value === "auto" ? "" : value;
}
