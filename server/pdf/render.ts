import type { Box } from "./boxes/box";
import { transparent, type Colour } from "./css/colour";
import { prepare, type Prepared } from "./document";
import { asLayable, positioned } from "./layout/absolute";
import { layoutBox } from "./layout/block";
import { createLayout, MOST_PAGES, tooLong, type Layout } from "./layout/context";
import type { BoxFragment } from "./layout/fragment";
import { createMarginBoxes, numberedBox } from "./pages/margin-boxes";
import { paperOf, type PageOptions } from "./pages/page-style";
import { breakFragment } from "./pages/paginate";
import { shrinkOf } from "./pages/shrink";
import { fillRect } from "./paint/decorations";
import { PdfFile } from "./paint/file";
import { finishScene } from "./paint/links";
import { createScene, paint } from "./paint/paint";
import { writePage, type PaintedPage } from "./paint/page";
import { POINT, Surface } from "./paint/surface";
import { convertPictures, type Asset } from "./pictures/picture";
import { fillTemplate } from "./template/evaluate";

export interface RenderJob {
  /** The HTML template. */
  template: string;
  data: object;
  options: PageOptions;
  /** Whether triple braces put HTML into the document. */
  trusted?: boolean;
  /** Pictures that the template may show by the address `asset:<name>`. */
  assets?: Asset[];
}

export interface Rendered {
  pdf: Uint8Array;
  /** What was left out: names that the data lacks, pictures that cannot be shown. */
  warnings: string[];
}

const MOST_WARNINGS = 100;

/** A template and its data as a PDF: filled, parsed, styled, laid out, broken into pages, painted. */
export async function render({
  template,
  data,
  options,
  trusted = false,
  assets = [],
}: RenderJob): Promise<Rendered> {
  const filled = fillTemplate(template, data, { trusted });
  const warnings = new Set<string>();
  const prepared = prepare(filled.html, options, await convertPictures(filled.html, assets), warnings);
  const file = new PdfFile(prepared);
  for (const page of pagesOf(prepared, options, warnings, file)) await writePage(file, page);
  return { pdf: await file.finish(), warnings: [...filled.warnings, ...warnings].slice(0, MOST_WARNINGS) };
}

/** The pages of a document, each painted when the one before is written. */
function* pagesOf(
  prepared: Prepared,
  options: PageOptions,
  warnings: Set<string>,
  file: PdfFile,
): Generator<PaintedPage> {
  const { paper, pictures, pageRules } = prepared;
  const area = {
    width: paper.width - paper.margin[1] - paper.margin[3],
    height: paper.height - paper.margin[0] - paper.margin[2],
  };
  let { strip, layout } = stripOf(prepared, area, warnings);
  const shrink = shrinkOf(strip, area.width);
  const [width, height] = [area.width * shrink, area.height * shrink];
  if (shrink > 1) ({ strip, layout } = stripOf(prepared, { width, height }, warnings));
  const count = countPages(strip, height);
  if (count > MOST_PAGES) throw tooLong();
  const margins = createMarginBoxes(pageRules, prepared, prepared.computer, pictures, layout, (first) => ({
    ...paper,
    margin: paperOf(pageRules, options, first).margin,
  }));
  const background = canvasOf(strip);
  const fixed = [...new Set(layout.fixed.map(({ box }) => box))];
  for (let index = 0; index < count; index++) {
    const surface = new Surface(file);
    fillRect(surface, { x: 0, y: 0, width: paper.width, height: paper.height }, background);
    const band = {
      top: index * height,
      bottom: (index + 1) * height,
      left: paper.margin[3] * shrink,
      shift: paper.margin[0] * shrink - index * height,
    };
    const scene = createScene(prepared, band, shrink);
    // What is fixed may stand in the margins, as heads and feet of pages do.
    const whole = createScene(
      prepared,
      {
        ...band,
        top: band.top - paper.margin[0] * shrink,
        bottom: band.bottom + paper.margin[2] * shrink,
      },
      shrink,
    );
    const around = createScene(prepared, { top: 0, bottom: paper.height, left: 0, shift: 0 });
    for (const fragment of margins.on(index + 1, count)) paint(surface, fragment, 0, 0, around);
    surface.smaller(shrink, (inner) => {
      paint(inner, strip, 0, 0, scene);
      for (const box of fixed)
        paint(inner, fixedOn(box, index + 1, count, { width, height }, layout), 0, band.top, whole);
    });
    yield {
      width: paper.width * POINT,
      height: paper.height * POINT,
      elements: surface.finish(),
      finish: () => {
        finishScene(file, scene);
        finishScene(file, whole);
      },
    };
  }
}

/** The document laid out in one piece, on pages of that area. */
function stripOf({ root, fonts }: Prepared, area: { width: number; height: number }, warnings: Set<string>) {
  const layout = createLayout(fonts, warnings, area.height);
  const strip = layoutBox(root, area, layout);
  // What stands absolutely with no box to hold it, the page's own area holds.
  for (const waiting of strip.waiting ?? [])
    strip.children.push({ ...positioned(asLayable(waiting.box), area, waiting, layout), out: true });
  // What was remembered while boxes were measured is needed no more.
  for (const known of [layout.fragments, layout.intrinsic, layout.paragraphs]) known.clear();
  return { strip, layout };
}

/** Breaks the strip into pages; how many there are. An empty end is no page. */
function countPages(strip: BoxFragment, height: number): number {
  strip.y = 0;
  if (strip.height > height * (MOST_PAGES + 100)) throw tooLong();
  breakFragment(strip, 0, { height });
  return Math.max(1, Math.ceil((contentEnd(strip) - 0.5) / height));
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

/** The background of the document is the paper's. */
function canvasOf(strip: BoxFragment): Colour {
  if (strip.style.backgroundColor.alpha > 0) return strip.style.backgroundColor;
  const body = strip.children.find((child) => child.kind === "box" && child.box.element?.name === "body");
  return body?.kind === "box" ? body.style.backgroundColor : transparent;
}

function fixedOn(
  box: Box,
  page: number,
  pages: number,
  area: { width: number; height: number },
  layout: Layout,
): BoxFragment {
  return positioned(asLayable(numberedBox(box, page, pages)), area, { x: 0, y: 0 }, layout);
}
