import { LRUCache } from "lru-cache";
import { createCascade, type Cascade } from "./css/cascade";
import { createComputer, type Computer, type Styled } from "./css/compute";
import { defaults, quirks } from "./css/defaults";
import { readSheet, type PageRule } from "./css/sheet";
import { initial } from "./css/style";
import { openFonts, type OwnFonts } from "./fonts/library";
import { areaOf, createPapers, type PageOptions, type Papers } from "./pages/page-style";

/*
 * What follows from a document's style sheets, whatever is written in it: its paper, its fonts, which rules there are and
 * what they come to. A template is filled again and again with other data; this is worked out once for all of them.
 */

export interface Styling {
  papers: Papers;
  pageRules: PageRule[];
  fonts: OwnFonts;
  cascade: Cascade;
  computer: Computer;
  /** What the root of the document inherits. */
  base: Styled;
  warnings: ReadonlySet<string>;
}

/** How many sheets are known, and how long they are together. */
const known = new LRUCache<string, Styling>({
  max: 32,
  maxSize: 4_000_000,
  sizeCalculation: (_styling, key) => key.length,
});
/** Styles that come from data (a bar's width) are new in every document: from so many on, it is begun anew. */
const MOST_KNOWN = 5_000;

/** The styling of these sheets, where the first page has that name; `quirky`, as browsers style documents that name no type. */
export function stylingOf(sheets: string[], quirky: boolean, page: string, options: PageOptions): Styling {
  const key = JSON.stringify([quirky, page, options.pageSize, options.orientation, ...sheets]);
  const before = known.get(key);
  if (before && before.cascade.known() < MOST_KNOWN) return before;
  const styling = styled(sheets, quirky, page, options);
  known.set(key, styling);
  return styling;
}

function styled(texts: string[], quirky: boolean, page: string, options: PageOptions): Styling {
  const warnings = new Set<string>();
  // Rules for paper of some width need the paper, and that is said in the sheets.
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
