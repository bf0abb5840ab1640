import type { Box } from "./boxes/box";
import type { PageFacts } from "./boxes/content";
import { transparent, type Colour } from "./css/colour";
import { prepare, type Prepared } from "./document";
import { asLayable, positioned } from "./layout/absolute";
import type { Layout } from "./layout/context";
import type { BoxFragment } from "./layout/fragment";
import { boxOn, createMarginBoxes, type MarginBoxes } from "./pages/margin-boxes";
import { areaOf, type PageOptions } from "./pages/page-style";
import type { LaidRun, Sequence } from "./pages/sequence";
import { stringsIn } from "./pages/strings";
import { numberedSequence } from "./pages/targets";
import { fillRect } from "./paint/decorations";
import { PdfFile } from "./paint/file";
import { finishScene } from "./paint/links";
import { createScene, paint } from "./paint/paint";
import { Pen } from "./paint/pen";
import { POINT, Surface } from "./paint/surface";
import { convertPictures, type Asset } from "./pictures/picture";
import { fillTemplate } from "./template/evaluate";
import type { CodedText } from "../kernel/texts/define";
import { Warnings } from "./warnings";

export interface RenderJob {
  /** HTML of the template. */
  template: string;
  data: object;
  options: PageOptions;
  /** True if triple braces insert HTML without escaping. */
  trusted?: boolean;
  /** Pictures that the template refers to as `asset:<name>`. */
  assets?: Asset[];
}

export interface Rendered {
  pdf: Uint8Array;
  /**
   * Warnings about unsupported CSS and about pictures that cannot be shown. Plain strings are names in the template that are
   * missing in the data.
   */
  warnings: (CodedText | string)[];
}

const MOST_WARNINGS = 100;

/** Renders a template with data as a PDF. */
export async function render({
  template,
  data,
  options,
  trusted = false,
  assets = [],
}: RenderJob): Promise<Rendered> {
  const filled = fillTemplate(template, data, { trusted });
  const warnings = new Warnings();
  const prepared = prepare(filled.html, options, await convertPictures(filled.html, assets), warnings);
  const file = new PdfFile(prepared);
  writePages(file, prepared, warnings);
  return { pdf: await file.finish(), warnings: [...filled.warnings, ...warnings].slice(0, MOST_WARNINGS) };
}

function writePages(file: PdfFile, prepared: Prepared, warnings: Warnings) {
  const { papers, pictures, pageRules, computer } = prepared;
  const sequence = numberedSequence(prepared, warnings);
  const margins = createMarginBoxes(pageRules, prepared, computer, pictures, sequence.layout, papers);
  const strings = stringsIn(sequence.runs, prepared.named);
  for (const run of sequence.runs)
    for (let number = run.first; number < run.first + run.count; number++) {
      const page: PageFacts = {
        number,
        pages: sequence.count,
        string: (name, which) => strings(number, name, which),
      };
      writePage(file, run, page, sequence, margins, prepared);
    }
}

function writePage(
  file: PdfFile,
  { name, first, strip, pages }: LaidRun,
  page: PageFacts,
  { shrink, fixed, layout }: Sequence,
  margins: MarginBoxes,
  prepared: Prepared,
) {
  const index = page.number - first;
  const paper = prepared.papers(page.number, name);
  const [above, , below, left] = paper.margin;
  const { width, height } = areaOf(paper);
  const surface = new Surface(file);
  fillRect(surface, { x: 0, y: 0, width: paper.width, height: paper.height }, paper.background);
  fillRect(surface, { x: left, y: above, width, height }, canvasOf(strip));
  const top = pages.top(index);
  const band = {
    top,
    bottom: top + pages.height(index),
    left: left * shrink,
    shift: above * shrink - top,
  };
  const scene = createScene(prepared, band, shrink);
  // Fixed boxes can also be in the page margins, for example headers and footers.
  const whole = createScene(
    prepared,
    { ...band, top: band.top - above * shrink, bottom: band.bottom + below * shrink },
    shrink,
  );
  const around = createScene(prepared, { top: 0, bottom: paper.height, left: 0, shift: 0 });
  for (const fragment of margins.on(page, name)) paint(surface, fragment, 0, 0, around);
  surface.smaller(shrink, (inner) => {
    paint(inner, strip, 0, 0, scene);
    const area = { width: width * shrink, height: height * shrink };
    for (const box of fixed) paint(inner, fixedOn(box, page, area, layout), 0, top, whole);
  });
  file.addPage({ size: [paper.width * POINT, paper.height * POINT], margin: 0 });
  const pen = new Pen(file).scale(POINT);
  for (const stroke of surface.strokes) stroke(pen);
  finishScene(file, scene);
  finishScene(file, whole);
}

/** Returns the background colour of the document. This colour fills the area inside the page margins. */
function canvasOf(strip: BoxFragment): Colour {
  if (strip.style.backgroundColor.alpha > 0) return strip.style.backgroundColor;
  const body = strip.children.find((child) => child.kind === "box" && child.box.element?.name === "body");
  return body?.kind === "box" ? body.style.backgroundColor : transparent;
}

function fixedOn(
  box: Box,
  page: PageFacts,
  area: { width: number; height: number },
  layout: Layout,
): BoxFragment {
  return positioned(asLayable(boxOn(box, page)), area, { x: 0, y: 0 }, layout);
}
