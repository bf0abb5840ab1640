import { black, colour, transparent, type Colour } from "../css/colour";
import { sides } from "../css/logical";
import type { PageRule } from "../css/sheet";
import { length, resolve, standard, words } from "../css/values";

/* Size and margins of pages in pixels. The render request and @page rules set them (CSS Paged Media Level 3). */

export interface Paper {
  /** Background colour of the whole page. */
  background: Colour;
  width: number;
  height: number;
  /** Margins in the order top, right, bottom, left. */
  margin: readonly [number, number, number, number];
}

export interface PageOptions {
  pageSize?: "A4" | "Letter" | undefined;
  orientation?: "portrait" | "landscape" | undefined;
}

const MM = 96 / 25.4;
const sizes: Record<string, readonly [number, number]> = {
  a3: [297 * MM, 420 * MM],
  a4: [210 * MM, 297 * MM],
  a5: [148 * MM, 210 * MM],
  a6: [105 * MM, 148 * MM],
  b4: [250 * MM, 353 * MM],
  b5: [176 * MM, 250 * MM],
  letter: [816, 1056],
  legal: [816, 1344],
  ledger: [1056, 1632],
  tabloid: [1056, 1632],
};

const LEAST = 48;
const MOST = 10_000;

/** Properties of a page that the selectors of @page rules test. */
export interface PageKind {
  /** The page name of the content. Empty if there is no page name. */
  name: string;
  /** True for the first page of the document. */
  first: boolean;
  /** True for a right page. The first page is a right page, and right and left pages alternate. */
  right: boolean;
}

/** Returns the kind of a page. `number` counts from 1. If no rule has the page name, the kind has no name. */
export const kindOf = (rules: readonly PageRule[], number: number, name: string): PageKind => ({
  name: rules.some((rule) => rule.name === name) ? name : "",
  first: number === 1,
  right: number % 2 === 1,
});

/** Returns a cache key for a kind of page. Equal kinds have equal keys. */
export const keyOf = ({ name, first, right }: PageKind) => `${first} ${right} ${name}`;

/** Returns the @page rules that match a page, in ascending order of precedence (CSS Paged Media Level 3 §4.4). */
export const rulesOn = (rules: readonly PageRule[], kind: PageKind): PageRule[] =>
  rules
    .filter(({ name, pseudos }) => (name === "" || name === kind.name) && pseudos.every(isOf(kind)))
    .sort((one, other) => weightOf(one) - weightOf(other));

/**
 * Returns a function that tests a page pseudo-class. `:blank` never matches, because no blank pages are inserted: a break to a
 * left or right page is a break to the next page.
 */
const isOf =
  ({ first, right }: PageKind) =>
  (pseudo: string): boolean =>
    (pseudo === "first" && first) || (pseudo === "right" && right) || (pseudo === "left" && !right);

const weightOf = ({ name, pseudos }: PageRule) =>
  (name === "" ? 0 : 100) + pseudos.reduce((sum, pseudo) => sum + (pseudo === "first" ? 10 : 1), 0);

/** Returns the declarations that apply to a page, by property name. */
function declaredOn(rules: readonly PageRule[], kind: PageKind): Map<string, string> {
  const all = rulesOn(rules, kind).flatMap(({ declarations }) => declarations);
  const inOrder = [...all.filter(({ important }) => !important), ...all.filter(({ important }) => important)];
  return new Map(
    inOrder.map(({ property, value }) => [
      // Pages have no `direction` here. Inline start is always left, and inline end is always right.
      property.replace(/inline-(start|end)/, (side) => sides[side]?.[0] ?? side),
      value,
    ]),
  );
}

/** Returns size, margins and background of a page. `number` counts from 1. `name` is the page name. */
export type Papers = (number: number, name: string) => Paper;

/**
 * Creates the function that returns size, margins and background of each page. The request sets the page size, or else the
 * template. The default size is A4.
 */
export function createPapers(rules: readonly PageRule[], options: PageOptions): Papers {
  const known = new Map<string, Paper>();
  return (number, name) => {
    const kind = kindOf(rules, number, name);
    const key = keyOf(kind);
    let paper = known.get(key);
    if (!paper) known.set(key, (paper = paperOf(declaredOn(rules, kind), options)));
    return paper;
  };
}

function paperOf(declared: ReadonlyMap<string, string>, options: PageOptions): Paper {
  const [width, height] = dimensions(declared.get("size") ?? "", options);
  const side = (name: string, base: number) => {
    const found = length(declared.get(`margin-${name}`) ?? "0", standard);
    return found === null ? 0 : Math.max(0, resolve(found, base));
  };
  const [top, bottom] = leaving(height, side("top", height), side("bottom", height));
  const [left, right] = leaving(width, side("left", width), side("right", width));
  const background = colour(declared.get("background-color") ?? "", black) ?? transparent;
  return { width, height, margin: [top, right, bottom, left], background };
}

/** Reduces two opposite margins in proportion if they leave too little space for content. */
function leaving(size: number, one: number, other: number): [number, number] {
  const share = Math.min(1, (size - LEAST) / (one + other || 1));
  return [one * share, other * share];
}

/** Returns the size of the content area of a page, which is the area between the margins. */
export const areaOf = ({ width, height, margin: [top, right, bottom, left] }: Paper) => ({
  width: width - left - right,
  height: height - top - bottom,
});

function dimensions(value: string, { pageSize, orientation }: PageOptions): [number, number] {
  const asked = words(value.toLowerCase());
  const named = asked.map((word) => sizes[word]).find((found) => found !== undefined);
  const lengths = asked
    .map((word) => length(word, standard))
    .filter((found): found is number => typeof found === "number" && found > 0);
  const own = lengths.length > 0 ? ([lengths[0]!, lengths[1] ?? lengths[0]!] as const) : named;
  const [width, height] = pageSize ? sizes[pageSize.toLowerCase()]! : (own ?? sizes["a4"]!);
  const turned = orientation ?? asked.find((word) => word === "landscape" || word === "portrait");
  const bounded = (size: number) => Math.max(LEAST, Math.min(MOST, size));
  const [short, long] = [bounded(Math.min(width, height)), bounded(Math.max(width, height))];
  if (turned === "landscape") return [long, short];
  if (turned === "portrait") return [short, long];
  return [bounded(width), bounded(height)];
}
