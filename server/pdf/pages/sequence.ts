import type { BlockBox, Box } from "../boxes/box";
import type { Prepared } from "../document";
import { asLayable, positioned } from "../layout/absolute";
import { layoutBox } from "../layout/block";
import { createLayout, MOST_PAGES, tooLong, type Layout } from "../layout/context";
import { hasOffset, type BoxFragment, type Fragment } from "../layout/fragment";
import { restBelow } from "./cut";
import { areaOf } from "./page-style";
import { pagesOf, SLACK, type Pages } from "./page-tops";
import { breakFragment } from "./paginate";
import { runsOf, type Run } from "./runs";
import type { Warnings } from "../warnings";
import { boundsOf } from "../paint/transform";

/*
 * Lays out the parts of a document that have different page names (server/pdf/pages/runs.ts). Each part is laid out in one long
 * column (`strip`) with the width of its pages.
 */

export interface LaidRun {
  name: string;
  /** Number of the first page, counted from 1, and number of pages. */
  first: number;
  count: number;
  /** Size of the page area in which the content was laid out. */
  area: { width: number; height: number };
  strip: BoxFragment;
  pages: Pages;
}

export interface Sequence {
  runs: LaidRun[];
  /** Number of pages of the whole document. */
  count: number;
  /** Factor by which the layout is larger than the page. The PDF scales the content down by this factor. */
  shrink: number;
  /** Boxes with `position: fixed`, which are drawn on every page. */
  fixed: ReadonlySet<Box>;
  layout: Layout;
}

/**
 * Lays out a document and divides it into pages. If the content is too wide, lays it out again on larger pages and scales it
 * down.
 */
export function sequenceOf(prepared: Prepared, warnings: Warnings): Sequence {
  let found = laidOut(prepared, 1, warnings);
  // If the first page has another width, the content after this page is measured after the page break. If the page break
  // happens only in the second pass, a third pass can be necessary.
  for (let again = 0; again < 2 && found.wanted > found.shrink; again++)
    found = laidOut(prepared, found.wanted, warnings);
  return found;
}

/** Results that the parts of a document collect during layout. */
interface Gathered {
  runs: LaidRun[];
  fixed: Set<Box>;
  /** Fragments of absolutely positioned boxes with a `top` or `bottom` offset that refers to the whole document. */
  offset: Map<Box, BoxFragment>;
}

/**
 * Lays out a document on pages that are larger by the factor `shrink`. `wanted` in the result is the factor that the content
 * needs. If the first pass shows that a larger factor is needed, does not divide the content into pages.
 */
function laidOut(prepared: Prepared, shrink: number, warnings: Warnings): Sequence & { wanted: number } {
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

/**
 * Lays out one part of the document in one long column. Adds the absolutely positioned boxes that have no containing block in
 * this part.
 */
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
    // As in browsers, the offsets refer to the area of the first page of the document.
    const holder = hasOffset(one.box) ? (runs[0]?.area ?? area) : area;
    const fragment = { ...positioned(asLayable(one.box), holder, one, layout), out: true };
    if (hasOffset(one.box)) offset.set(one.box, fragment);
    if (!hasOffset(one.box) || runs.length === 0) strip.children.push(fragment);
  }
  // The cached measurements are not needed after layout. Clearing them frees memory.
  for (const known of [layout.fragments, layout.intrinsic, layout.paragraphs]) known.clear();
  return strip;
}

/** Returns the content after the first page of the document if the second page has another width, else null. */
function afterFirstPage({ first, area, strip, pages }: LaidRun, width: number): BlockBox | null {
  return first === 1 && Math.abs(width - area.width) > SLACK ? restBelow(strip, pages.top(1)) : null;
}

/** Moves each box whose offset refers to the whole document to the part of the document at this position. */
function spread(runs: readonly LaidRun[], offsetBoxes: readonly BoxFragment[]): void {
  const [first] = runs;
  const moved = new Set<unknown>(offsetBoxes);
  first!.strip.children = first!.strip.children.filter((child) => !moved.has(child));
  for (const fragment of offsetBoxes) {
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

/** Divides the content into pages and returns the number of pages. Empty space at the end does not create a page. */
function countPages(strip: BoxFragment, pages: Pages): number {
  if (strip.height > pages.top(MOST_PAGES + 100)) throw tooLong();
  breakFragment(strip, 0, pages);
  return Math.max(1, pages.at(contentEnd(strip) - 1.001) + 1);
}

/** Returns the lower edge of the last content. Ignores padding and margins below this content. */
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

/*
 * Shrinks a document to the page width, as browsers do. A document that is wider than its page is laid out on a larger page and
 * then scaled down.
 */

/** Maximum factor, as in Chromium: content is scaled down to at least two thirds of its size. Wider content is cut off. */
export const MOST = 1.5;
/** Tolerance in pixels when widths are compared. */
const TOLERATED_OVERFLOW = 1;

/** Returns the factor by which a page must be larger for its content. Returns 1 if the content fits. */
function shrinkOf(strip: BoxFragment, width: number): number {
  const right = rightOf(strip);
  return right > width + TOLERATED_OVERFLOW ? Math.min(MOST, right / width) : 1;
}

/** Returns the right edge of the visible content of a fragment, relative to the corner of its parent. */
function rightOf(fragment: Fragment): number {
  if (fragment.kind === "line") return fragment.x + widest(fragment.children);
  if (fragment.kind !== "box") return fragment.x + fragment.width;
  const { style, width, height, moved } = fragment;
  const inside = style.clip ? width : Math.max(width, widest(fragment.children));
  const x = fragment.x + (moved?.x ?? 0);
  return style.transform === "none"
    ? x + inside
    : x + boundsOf(style, { x: 0, y: 0, width, height }, inside).right;
}

function widest(children: readonly Fragment[]): number {
  let right = 0;
  for (const child of children) right = Math.max(right, rightOf(child));
  return right;
}
