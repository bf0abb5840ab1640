import type { Glyph } from "fontkit";
import type { Reference } from "pdfkit";
import type { TextShadow } from "../css/text-properties";
import type { Face } from "../fonts/face";
import type { TextFragment } from "../layout/fragment";
import type { PdfFile } from "./file";
import { partsOf } from "./run";
import { hex, type Surface } from "./surface";

/*
 * Draws text shadows (CSS Text Decoration Level 3 §5). A shadow consists of outlines, not of text, because search and copying
 * would also find the text of a shadow. A blurred shadow consists of many faint copies with small offsets.
 */

/** Maximum number of letter outlines for shadows in one PDF file. Shadows after this number are omitted. */
const MOST = 50_000;

interface Outlines {
  known: Map<Glyph, Reference | null>;
  left: number;
}

const outlinesIn = new WeakMap<PdfFile, Outlines>();

/** Minimum and maximum number of copies for a blurred shadow. The number grows with the blur radius. */
const FEWEST = 9;
const COPIES = 24;
/** The golden angle in radians. With this angle between two copies, the copies are distributed evenly. */
const GOLDEN = Math.PI * (3 - Math.sqrt(5));

/** Returns the offsets of the copies. More copies are near the middle, to approximate a Gaussian blur. */
function placesOf(blur: number): (readonly [number, number])[] {
  if (blur === 0) return [[0, 0]];
  const count = Math.max(FEWEST, Math.min(COPIES, Math.ceil(blur * 3)));
  return Array.from({ length: count }, (_, at) => {
    const radius = (blur / 2) * Math.sqrt(-2 * Math.log(1 - (at + 0.5) / count));
    return [Math.cos(at * GOLDEN) * radius, Math.sin(at * GOLDEN) * radius];
  });
}

/** Returns the alpha of each copy. All copies together have the alpha of the shadow. */
const shareOf = (alpha: number, count: number) =>
  count === 1 ? alpha : 1 - (1 - Math.min(alpha, 0.95)) ** (1 / count);

/** Draws the shadows of a text. The last shadow is drawn first, because the first shadow is on top. */
export function drawTextShadows(surface: Surface, fragment: TextFragment, x: number, baseline: number): void {
  const { style } = fragment;
  const letters = lettersOf(fragment);
  for (const shadow of [...style.textShadow].reverse()) drawShadow(surface, shadow, letters, x, baseline);
}

function drawShadow(surface: Surface, shadow: TextShadow, letters: Letter[], x: number, baseline: number) {
  const colour = shadow.color;
  const places = placesOf(shadow.blur);
  const alpha = shareOf(colour.alpha, places.length) * surface.opacity;
  if (alpha <= 0) return;
  const fill = hex(colour);
  surface.draw((pen) => {
    pen.fillColor(fill, alpha);
    // For each letter, either all copies are drawn or no copy is drawn.
    const outlined = letters.flatMap((letter) => {
      const outline = outlineOf(surface.file, letter, places.length);
      return outline ? [{ letter, outline }] : [];
    });
    for (const [across, down] of places)
      for (const { letter, outline } of outlined)
        pen
          .save()
          .transform([
            letter.scale,
            0,
            0,
            -letter.scale,
            x + shadow.x + letter.x + across,
            baseline + shadow.y + letter.y + down,
          ])
          .show(outline)
          .restore();
  });
}

interface Letter {
  glyph: Glyph;
  /** Number of pixels in a font unit. */
  scale: number;
  x: number;
  y: number;
}

/** Returns the letters of a text with their positions. */
function lettersOf({ style, runs, stretch }: TextFragment): Letter[] {
  const { fontSize: size, letterSpacing } = style;
  const setting = { size, letterSpacing, wider: stretch + style.wordSpacing };
  return runs.flatMap(({ run, x, rtl }) =>
    partsOf(run, x, setting, rtl).flatMap((part) =>
      lettersIn(run.face, part.text, part.x, size, letterSpacing),
    ),
  );
}

function lettersIn(face: Face, text: string, x: number, size: number, spacing: number): Letter[] {
  const scale = size / face.font.unitsPerEm;
  const { glyphs, positions } = face.shape(text);
  let at = x;
  return glyphs.map((glyph, index) => {
    const { xAdvance, xOffset, yOffset } = positions[index]!;
    const letter = { glyph, scale, x: at + xOffset * scale, y: -yOffset * scale };
    at += xAdvance * scale + spacing;
    return letter;
  });
}

/**
 * Returns the outline of a letter as a form object of the PDF file. Returns null if the outline is empty or the maximum number
 * is reached.
 */
function outlineOf(file: PdfFile, { glyph }: Letter, copies: number): Reference | null {
  let outlines = outlinesIn.get(file);
  if (!outlines) outlinesIn.set(file, (outlines = { known: new Map(), left: MOST }));
  if (outlines.left < copies) return null;
  let found = outlines.known.get(glyph);
  if (found === undefined) outlines.known.set(glyph, (found = outlined(file, glyph)));
  if (found) outlines.left -= copies;
  return found;
}

function outlined(file: PdfFile, glyph: Glyph): Reference | null {
  let operators = "";
  try {
    operators = operatorsOf(glyph);
  } catch {
    // A damaged glyph has no shadow.
  }
  if (operators === "") return null;
  const { minX, minY, maxX, maxY } = glyph.path.bbox;
  const form = file.ref({
    Type: "XObject",
    Subtype: "Form",
    BBox: [Math.floor(minX), Math.floor(minY), Math.ceil(maxX), Math.ceil(maxY)],
  });
  form.end(Buffer.from(`${operators}\nf`));
  return form;
}

/** Converts the outline of a glyph to path operators. */
function operatorsOf(glyph: Glyph): string {
  const round = (value: number) => Math.round(value * 100) / 100;
  let [x, y] = [0, 0];
  return glyph.path.commands
    .map(({ command, args }) => {
      const [a = 0, b = 0, c = 0, d = 0] = args;
      const third = (from: number, to: number) => from + ((to - from) * 2) / 3;
      const points =
        command === "quadraticCurveTo" ? [third(x, a), third(y, b), third(c, a), third(d, b), c, d] : args;
      [x = x, y = y] = args.slice(-2);
      const operator = { moveTo: "m", lineTo: "l", closePath: "h" }[command as string] ?? "c";
      return [...points.map(round), operator].join(" ");
    })
    .join("\n");
}
