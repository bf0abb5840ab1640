import type { BlockBox, Box } from "../boxes/box";
import type { Prepared } from "../document";
import { asLayable, positioned } from "../layout/absolute";
import { layoutBox } from "../layout/block";
import { createLayout, MOST_PAGES, tooLong, type Layout } from "../layout/context";
import { isTold, type BoxFragment } from "../layout/fragment";
import { restBelow } from "./cut";
import { areaOf } from "./page-style";
import { pagesOf, SLACK, type Pages } from "./page-tops";
import { breakFragment } from "./paginate";
import { runsOf, type Run } from "./runs";
import { MOST, shrinkOf } from "./shrink";

/*
 * A document as a sequence of runs of pages, each with a strip of its own that is as wide as its pages are.
 */

export interface LaidRun {
  name: string;
  /** The number of its first page, from 1, and how many it has. */
  first: number;
  count: number;
  /** What its strip was laid out in. */
  area: { width: number; height: number };
  strip: BoxFragment;
  pages: Pages;
}

export interface Sequence {
  runs: LaidRun[];
  /** How many pages there are. */
  count: number;
  /** How many times larger than the paper everything was laid out. */
  shrink: number;
  /** What stands on every page. */
  fixed: ReadonlySet<Box>;
  layout: Layout;
}

/** A document laid out and broken into pages; on larger paper, to be painted smaller, where something of it is too wide. */
export function sequenceOf(prepared: Prepared, warnings: Set<string>): Sequence {
  let found = laidOut(prepared, 1, warnings);
  // What comes after a first page of its own width is only seen when that page is broken, hence a third time.
  for (let again = 0; again < 2 && found.wanted > found.shrink; again++)
    found = laidOut(prepared, found.wanted, warnings);
  return found;
}

/** What laying out the runs of a document gathers. */
interface Gathered {
  runs: LaidRun[];
  fixed: Set<Box>;
  /** Boxes with an offset of their own and no box to hold them. */
  offset: Map<Box, BoxFragment>;
}

/**
 * Lays out a document on paper that many times larger. `wanted`: how many times larger the paper has to be; where the first
 * try finds that it is too small, no pages are broken.
 */
function laidOut(prepared: Prepared, shrink: number, warnings: Set<string>): Sequence & { wanted: number } {
  const { papers, fonts } = prepared;
  const waiting: Run[] = runsOf(prepared.root);
  const gathered: Gathered = { runs: [], fixed: new Set(), offset: new Map() };
  const { runs, fixed, offset } = gathered;
  let layout: Layout | undefined;
  let wanted = shrink;
  let isRest = false;
  let next = 1;
  for (let run = waiting.shift(); run; run = waiting.shift()) {
    const { name } = run;
    const number = next;
    const areaOn = (page: number) => {
      const { width, height } = areaOf(papers(number + page, name));
      return { width: width * shrink, height: height * shrink };
    };
    const area = areaOn(0);
    const own = createLayout(fonts, warnings, area.height);
    layout ??= own;
    const strip = stripOf(run, area, own, gathered);
    if (shrink === 1 || isRest)
      wanted = Math.max(wanted, Math.min(MOST, shrinkOf(strip, area.width) * shrink));
    const pages = pagesOf((page) => areaOn(page).height);
    const laid = { name, first: number, count: 1, area, strip, pages };
    runs.push(laid);
    next += 1;
    if (wanted > 1 && shrink === 1) continue;
    laid.count = countPages(strip, pages);
    const rest = laid.count > 1 ? afterFirstPage(laid, areaOn(1).width) : null;
    isRest = rest !== null;
    if (rest) {
      laid.count = 1;
      waiting.unshift({ name, root: rest });
    }
    next += laid.count - 1;
    if (next > MOST_PAGES + 1) throw tooLong();
  }
  if (runs.length > 1) spread(runs, [...offset.values()]);
  return { runs, count: next - 1, shrink, fixed, layout: layout!, wanted };
}

/** Lays out a run as one strip, with the absolutely positioned boxes that no box of it holds. */
function stripOf(
  run: Run,
  area: LaidRun["area"],
  layout: Layout,
  { runs, fixed, offset }: Gathered,
): BoxFragment {
  const strip = layoutBox(run.root, area, layout);
  strip.y = 0;
  for (const { box } of layout.fixed) fixed.add(box);
  for (const one of strip.waiting ?? []) {
    if (offset.has(one.box)) continue;
    // The area of the document's first page holds a box with an offset, as in browsers.
    const holder = isTold(one.box) ? (runs[0]?.area ?? area) : area;
    const fragment = { ...positioned(asLayable(one.box), holder, one, layout), out: true };
    if (isTold(one.box)) offset.set(one.box, fragment);
    if (!isTold(one.box) || runs.length === 0) strip.children.push(fragment);
  }
  // The measurements are not needed any more.
  for (const known of [layout.fragments, layout.intrinsic, layout.paragraphs]) known.clear();
  return strip;
}

/** Returns the content after the document's first page where the second page has another width; otherwise null. */
function afterFirstPage({ first, area, strip, pages }: LaidRun, width: number): BlockBox | null {
  return first === 1 && Math.abs(width - area.width) > SLACK ? restBelow(strip, pages.top(1)) : null;
}

/** Puts what says how far from the document's top it stands into the run that has that place. */
function spread(runs: readonly LaidRun[], told: readonly BoxFragment[]): void {
  const [first] = runs;
  const moved = new Set<unknown>(told);
  first!.strip.children = first!.strip.children.filter((child) => !moved.has(child));
  for (const fragment of told) {
    let { y } = fragment;
    const holder = runs.find(({ pages, count }, index) => {
      const height = pages.top(count);
      if (y < height || index === runs.length - 1) return true;
      y -= height;
      return false;
    });
    holder!.strip.children.push({ ...fragment, y });
  }
}

/** Breaks the strip into pages; how many there are. An empty end is no page. */
function countPages(strip: BoxFragment, pages: Pages): number {
  if (strip.height > pages.top(MOST_PAGES + 100)) throw tooLong();
  breakFragment(strip, 0, pages);
  return Math.max(1, pages.at(contentEnd(strip) - 1.001) + 1);
}

/** Where the last of the content ends, without the padding and margins below it. */
function contentEnd(fragment: BoxFragment): number {
  const bare =
    fragment.style.backgroundColor.alpha === 0 &&
    fragment.border.every((width) => width === 0) &&
    fragment.style.height === "auto";
  const root = /^(html|body)$/.test(fragment.box.element?.name ?? "") || bare;
  if (!root || fragment.flow !== "column" || fragment.children.length === 0) return fragment.height;
  return Math.max(
    ...fragment.children.map((child) => child.y + (child.kind === "box" ? contentEnd(child) : child.height)),
  );
}
