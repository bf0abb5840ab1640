import { isTag, type Element } from "domhandler";
import { readInline, readSheet, type PageRule, type Rule } from "../css/sheet";

/*
 * Pages that are asked for by name (CSS Paged Media Level 3 §9), where a whole document asks for one, as those of word
 * processors do. Pages of many kinds in one document are not done.
 */

/** The name that all of the document's pages have; empty where not all that stands in it asks for one. */
export function pageName(sheets: string[], elements: readonly Element[]): string {
  if (!sheets.some((text) => /@page\s+[\w-]/i.test(text))) return "";
  const rules = sheets
    .flatMap((text) => readSheet(text, 794).rules)
    .filter(
      ({ pseudo, declarations }) => !pseudo && declarations.some(({ property }) => property === "page"),
    );
  const body = elements.find(({ name }) => name === "body");
  if (!body) return "";
  const outer = nameOf(body, rules);
  if (outer) return outer;
  const shown = body.children
    .filter(isTag)
    .filter(({ name }) => !/^(style|script|link|meta|template)$/.test(name));
  const names = shown.map((element) => nameOf(element, rules));
  return names.every(Boolean) ? (names[0] ?? "") : "";
}

function nameOf(element: Element, rules: readonly Rule[]): string {
  const said = [
    ...rules.filter(({ matches }) => matches(element)).flatMap(({ declarations }) => declarations),
    ...readInline(element.attribs["style"] ?? ""),
  ].findLast(({ property }) => property === "page")?.value;
  return said === undefined || said === "auto" ? "" : said;
}

/** The rules for pages of that name: those for all come first, so that the others win. */
export const rulesFor = (rules: readonly PageRule[], name: string): PageRule[] => [
  ...rules.filter((rule) => rule.name === ""),
  ...(name === "" ? [] : rules.filter((rule) => rule.name === name)),
];
