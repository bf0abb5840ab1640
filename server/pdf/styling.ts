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
 * The result of a document's style sheets: paper, fonts, rules and computed styles. It does not depend on the data
 * of the template, so it is cached.
 */

export interface Styling {
  papers: Papers;
  pageRules: PageRule[];
  fonts: OwnFonts;
  cascade: Cascade;
  computer: Computer;
  /** The initial style that the root inherits. */
  base: Styled;
  warnings: Warnings;
}

/** Cached stylings, limited by count and by length of text. */
const known = new LRUCache<string, Styling>({
  max: 32,
  maxSize: 4_000_000,
  sizeCalculation: (_styling, key) => key.length,
});
/**
 * Maximum number of cached sets of declarations. Inline styles from data, such as the width of a bar, differ in every
 * document. At this number, the cache is cleared.
 */
const MOST_KNOWN = 5_000;

/**
 * Returns the styling of these sheets. `page`: the name of the first page. `quirky`: the document is in quirks
 * mode.
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
  // Media queries need the page width, which the sheets themselves may set.
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
