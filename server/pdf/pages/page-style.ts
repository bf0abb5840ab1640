import type { Declaration, PageRule } from "../css/sheet";
import { length, resolve, words } from "../css/values";

/*
 * The paper: its size and margins, by request and by @page (CSS Paged Media Level 3). In pixels.
 */

export interface Paper {
  width: number;
  height: number;
  /** Top, right, bottom, left. */
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
const context = { em: 16, rem: 16, vw: 794, vh: 1123 };

/** The declarations that hold for pages of that kind; a later rule wins, and one for the first page over one for all. */
export function pageDeclarations(rules: PageRule[], first: boolean): Map<string, string> {
  const found = new Map<string, string>();
  const weigh = ({ important }: Declaration) => Number(important);
  for (const rule of [
    ...rules.filter(({ pseudo }) => pseudo === ""),
    ...(first ? rules.filter(({ pseudo }) => pseudo === "first") : []),
  ])
    for (const declaration of [...rule.declarations].sort((one, other) => weigh(one) - weigh(other)))
      found.set(
        // Pages run from left to right.
        declaration.property.replace("inline-start", "left").replace("inline-end", "right"),
        declaration.value,
      );
  return found;
}

/** The paper that the request asks for, or else the template, or else A4. */
export function paperOf(rules: PageRule[], options: PageOptions, first = false): Paper {
  const said = pageDeclarations(rules, first);
  const [width, height] = dimensions(said.get("size") ?? "", options);
  const side = (name: string, base: number) => {
    const found = length(said.get(`margin-${name}`) ?? "0", context);
    return found === null ? 0 : Math.max(0, Math.min(resolve(found, base), base / 2 - LEAST / 2));
  };
  return {
    width,
    height,
    margin: [side("top", height), side("right", width), side("bottom", height), side("left", width)],
  };
}

function dimensions(value: string, { pageSize, orientation }: PageOptions): [number, number] {
  const asked = words(value.toLowerCase());
  const named = asked.map((word) => sizes[word]).find((found) => found !== undefined);
  const lengths = asked
    .map((word) => length(word, context))
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
