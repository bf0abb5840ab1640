import { LRUCache } from "lru-cache";
import { createCascade, type Cascade } from "./css/cascade";
import { createComputer, type Computer, type Styled } from "./css/compute";
import { defaults, quirks } from "./css/defaults";
import { readSheet, type PageRule } from "./css/sheet";
import { initial } from "./css/style";
import { openFonts, type OwnFonts } from "./fonts/library";
import { areaOf, createPapers, type PageOptions, type Papers } from "./pages/page-style";
import { Warnings } from "./warnings";

/*
 * The result of a document's style sheets: paper sizes, fonts, rules and computed styles. The result is cached, because it does
 * not depend on the data of the template.
 */

interface Styling {
  papers: Papers;
  pageRules: PageRule[];
  fonts: OwnFonts;
  cascade: Cascade;
  computer: Computer;
  /** The initial style. The html element inherits this style. */
  base: Styled;
  warnings: Warnings;
}

/** Cache of results. Limited by number and by total length of the style sheets. */
const known = new LRUCache<string, Styling>({
  max: 32,
  maxSize: 4_000_000,
  sizeCalculation: (_styling, key) => key.length,
});
/**
 * Number of cached lists of declarations at which the cached result is replaced by a new one. The lists can grow without limit,
 * because data can set inline styles that differ in each document, such as the width of a bar.
 */
const MOST_KNOWN = 5_000;

/**
 * Returns the cached result of these style sheets, or creates it. `page` is the page name of the first page. `quirky` is true
 * if the document is in quirks mode.
 */
export function stylingOf(sheets: string[], quirky: boolean, page: string, options: PageOptions): Styling {
  const key = JSON.stringify([quirky, page, options.pageSize, options.orientation, ...sheets]);
  const before = known.get(key);
  if (before && before.cascade.known() < MOST_KNOWN) return before;
  const styling = styled(sheets, quirky, page, options);
  known.set(key, styling);
  return styling;
}

function styled(texts: string[], quirky: boolean, page: string, options: PageOptions): Styling {
  const warnings = new Warnings();
  // The style sheets are read twice. Media queries depend on the page width, and @page rules in the same style sheets can set
  // the page width.
  const first = texts.map((text) => readSheet(text, 794));
  const before = createPapers(
    first.flatMap(({ pages }) => pages),
    options,
  );
  const { width, height } = areaOf(before(1, page));
  const sheets = texts.map((text) => readSheet(text, width));
  for (const sheet of sheets) for (const warning of sheet.warnings) warnings.add(warning);
  const pages = sheets.flatMap((sheet) => sheet.pages);
  const fonts = openFonts(
    sheets.flatMap((sheet) => sheet.fonts),
    warnings,
  );
  return {
    papers: createPapers(pages, options),
    pageRules: pages,
    fonts,
    cascade: createCascade([readSheet(quirky ? defaults + quirks : defaults, width), ...sheets]),
    computer: createComputer({
      pageWidth: width,
      pageHeight: height,
      faces: new Set(fonts.byFamily.keys()),
      properties: sheets.flatMap(({ properties }) => properties),
    }),
    base: { style: { ...initial, display: "block" }, variables: new Map() },
    warnings,
  };
}
