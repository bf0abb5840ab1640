import { isTag, type Element } from "domhandler";
import { readInline } from "../css/declarations";
import { readSheet, type Rule } from "../css/sheet";

/*
 * Finds the name of the first page (CSS Paged Media Level 3 §9) before boxes exist: its width decides media queries
 * and vw.
 */

/** The depth at which the search for `page` ends. */
const DEEPEST = 16;

/** Returns the page name of the first content of the document; empty for none. */
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
