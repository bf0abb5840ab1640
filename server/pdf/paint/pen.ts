import type { Reference } from "pdfkit";
import type { Face } from "../fonts/face";
import type { PdfFile } from "./file";
import { shadingGroup, shadingObjects, type Shading } from "./shading";
import type { TiledShading } from "./tiles";

/**
 * Maximum absolute value of written numbers. Larger numbers would be written with an exponent, which PDF does not allow (ISO
 * 32000-1 §7.3.3). NaN is written as 0, because PDF readers could not read the page otherwise.
 */
const MOST = 1e12;
const written = (value: number, parts: number) =>
  Number.isNaN(value) ? 0 : Math.round(Math.max(-MOST, Math.min(MOST, value)) * parts) / parts;
/** Rounds a number to thousandths. This is finer than the resolution of printers. */
const n = (value: number) => written(value, 1_000);
/** Rounds a factor to millionths, because the rounding errors of several factors multiply. */
const fine = (value: number) => written(value, 1_000_000);

const channel = (text: string, at: number) =>
  Math.round((Number.parseInt(text.slice(at, at + 2), 16) / 255) * 10_000) / 10_000;
const channels = new Map<string, string>();
const MOST_COLOURS = 1_000;

/** Converts a colour `#rrggbb` to three operands from 0 to 1. */
function operands(hex: string): string {
  let found = channels.get(hex);
  if (found === undefined) {
    if (channels.size >= MOST_COLOURS) channels.clear();
    channels.set(hex, (found = `${channel(hex, 1)} ${channel(hex, 3)} ${channel(hex, 5)}`));
  }
  return found;
}

/** Operators of path segments by their letter in SVG (ISO 32000-1 §8.5.2). */
const OPERATORS: Record<string, string> = { M: "m", L: "l", C: "c", Z: "h" };

/**
 * Matrix of a picture that is not rotated. In the unit square of a picture, y counts upwards. On the page, y counts downwards.
 */
const UPRIGHT = [1, 0, 0, -1, 0, 1] as const;
/** Matrices of rotated pictures by Exif orientation (Exif 2.32 §4.6.4). */
const TURNED: Record<number, readonly [number, number, number, number, number, number]> = {
  2: [-1, 0, 0, -1, 1, 1],
  3: [-1, 0, 0, 1, 1, 0],
  4: [1, 0, 0, 1, 0, 0],
  5: [0, 1, -1, 0, 1, 0],
  6: [0, 1, 1, 0, 0, 0],
  7: [0, -1, 1, 0, 0, 1],
  8: [0, -1, -1, 0, 1, 1],
};

/** The parts of the graphics state that the pen sets (ISO 32000-1 §8.4.1). */
interface State {
  fill: string;
  fillOpacity: number;
  stroke: string;
  strokeOpacity: number;
  font: string;
  /** True if a soft mask is set. */
  masked: boolean;
}

/** Writes the operators of page content. Omits an operator that would not change the graphics state (ISO 32000-1 §8, §9). */
export class Pen {
  private state: State = { fill: "", fillOpacity: 1, stroke: "", strokeOpacity: 1, font: "", masked: false };
  private readonly before: State[] = [];

  constructor(private readonly file: PdfFile) {}

  private say(operators: string): this {
    this.file.addContent(operators);
    return this;
  }

  save(): this {
    this.before.push({ ...this.state });
    return this.say("q");
  }

  restore(): this {
    this.state = this.before.pop() ?? this.state;
    return this.say("Q");
  }

  scale(across: number, down = across): this {
    return this.say(`${fine(across)} 0 0 ${fine(down)} 0 0 cm`);
  }

  translate(x: number, y: number): this {
    return this.say(`1 0 0 1 ${n(x)} ${n(y)} cm`);
  }

  rotate(degrees: number): this {
    const angle = (degrees * Math.PI) / 180;
    const [cos, sin] = [fine(Math.cos(angle)), fine(Math.sin(angle))];
    return this.say(`${cos} ${sin} ${-sin} ${cos} 0 0 cm`);
  }

  /** Multiplies the current matrix by `matrix` (operator `cm`). */
  transform(matrix: readonly number[]): this {
    return this.say(`${matrix.map(fine).join(" ")} cm`);
  }

  rect(x: number, y: number, width: number, height: number): this {
    return this.say(`${n(x)} ${n(y)} ${n(width)} ${n(height)} re`);
  }

  moveTo(x: number, y: number): this {
    return this.say(`${n(x)} ${n(y)} m`);
  }

  lineTo(x: number, y: number): this {
    return this.say(`${n(x)} ${n(y)} l`);
  }

  bezierCurveTo(x1: number, y1: number, x2: number, y2: number, x: number, y: number): this {
    return this.say(`${n(x1)} ${n(y1)} ${n(x2)} ${n(y2)} ${n(x)} ${n(y)} c`);
  }

  polygon(...[first, ...rest]: [number, number][]): this {
    if (!first) return this;
    this.moveTo(...first);
    for (const point of rest) this.lineTo(...point);
    return this.say("h");
  }

  /** Adds a path with absolute points. Numbers have six decimals, because SVG drawings can be scaled up. */
  path(segments: readonly (readonly [string, ...number[]])[]): this {
    return this.say(
      segments
        .map(([kind, ...numbers]) => {
          const operator = OPERATORS[kind] ?? "";
          return numbers.length === 0 ? operator : `${numbers.map(fine).join(" ")} ${operator}`;
        })
        .join("\n"),
    );
  }

  clip(rule?: "even-odd"): this {
    return this.say(rule ? "W* n" : "W n");
  }

  fill(rule?: "even-odd"): this {
    return this.say(rule ? "f*" : "f");
  }

  /** Fills the current clip with a shading. Must be called between `save` and `restore`. */
  shade(shading: Shading, opacity: number): this {
    const { file } = this;
    const key = JSON.stringify(shading);
    const made = file.sharing(`shading ${key}`, () => shadingObjects(file, shading));
    const { alpha } = made;
    if (typeof alpha === "number")
      return this.fillOpacity(alpha * opacity).say(`/${file.named("Shading", made.shading)} sh`);
    this.fillOpacity(opacity);
    // A second mask would replace the mask that is already set. Therefore, the shading and its own mask are put into a group.
    if (this.state.masked)
      return this.show(file.sharing(`group ${key}`, () => shadingGroup(file, made.shading, alpha)));
    return this.say(`/${file.named("ExtGState", alpha)} gs\n/${file.named("Shading", made.shading)} sh`);
  }

  /** Paints a shading in repeated tiles. Must be called between `save` and `restore`. */
  tile({ key, make }: TiledShading, opacity: number): this {
    const { file } = this;
    const { form, alpha } = file.sharing(`tiles ${key}`, () => make(file));
    this.fillOpacity(alpha * opacity);
    return this.show(form);
  }

  /** Draws a picture into a rectangle. */
  image(data: Uint8Array, x: number, y: number, width: number, height: number, opacity: number): this {
    const picture = this.file.picture(data);
    if (!picture) return this;
    this.file.page.xobjects[picture.label] ??= picture.obj;
    this.save().fillOpacity(opacity);
    const [a, b, c, d, e, f] = TURNED[picture.orientation ?? 1] ?? UPRIGHT;
    return this.transform([width * a, height * b, width * c, height * d, x + width * e, y + height * f])
      .say(`/${picture.label} Do`)
      .restore();
  }

  /**
   * Masks the following content until `restore`, by the luminosity or alpha of a drawing (ISO 32000-1 §11.6.5.3). Content
   * outside the rectangle is not visible.
   */
  mask(
    kind: "Luminosity" | "Alpha",
    { x, y, width, height }: { x: number; y: number; width: number; height: number },
    draw: (pen: Pen) => void,
  ): this {
    const { file } = this;
    const operators = file.captured(() => draw(new Pen(file)));
    const box = [x, y, x + width, y + height].map(fine);
    // The mask is cached, because tiles and markers draw the same mask several times.
    const state = file.sharing(`mask ${kind} ${box.join(" ")} ${operators}`, () => {
      const group = file.ref({
        Type: "XObject",
        Subtype: "Form",
        BBox: box,
        Group: { S: "Transparency", CS: "DeviceRGB" },
        // The operators refer to resources of the current page by name.
        Resources: file.page.resources,
      });
      group.end(Buffer.from(operators, "latin1"));
      const made = file.ref({ Type: "ExtGState", SMask: { Type: "Mask", S: kind, G: group } });
      made.end();
      return made;
    });
    this.state.masked = true;
    return this.say(`/${file.named("ExtGState", state)} gs`);
  }

  /** Paints a form object. A form without colour operators gets the current colour. */
  show(form: Reference): this {
    return this.say(`/${this.file.named("XObject", form)} Do`);
  }

  stroke(): this {
    return this.say("S");
  }

  lineWidth(width: number): this {
    return this.say(`${n(width)} w`);
  }

  lineCap(cap: "butt" | "round" | "square"): this {
    return this.say(`${{ butt: 0, round: 1, square: 2 }[cap]} J`);
  }

  lineJoin(join: "miter" | "round" | "bevel"): this {
    return this.say(`${{ miter: 0, round: 1, bevel: 2 }[join]} j`);
  }

  miterLimit(limit: number): this {
    return this.say(`${n(limit)} M`);
  }

  /** Sets the lengths of dashes and gaps. `phase` is the distance into the dash pattern at which the line starts. */
  dashes(lengths: readonly number[], phase: number): this {
    return this.say(`[${lengths.map(fine).join(" ")}] ${fine(phase)} d`);
  }

  dash(length: number, { space }: { space: number }): this {
    return this.say(`[${n(length)} ${n(space)}] 0 d`);
  }

  fillColor(hex: string, opacity: number): this {
    const { state } = this;
    if (state.fill !== hex) this.say(`${operands(hex)} rg`);
    state.fill = hex;
    return this.fillOpacity(opacity);
  }

  private fillOpacity(opacity: number): this {
    if (this.state.fillOpacity !== opacity) this.file.fillOpacity(opacity);
    this.state.fillOpacity = opacity;
    return this;
  }

  strokeColor(hex: string, opacity: number): this {
    const { state } = this;
    if (state.stroke !== hex) this.say(`${operands(hex)} RG`);
    if (state.strokeOpacity !== opacity) this.file.strokeOpacity(opacity);
    state.stroke = hex;
    state.strokeOpacity = opacity;
    return this;
  }

  /**
   * Writes a text at a baseline. The text matrix flips the letters, because y counts downwards on the page. If `written` is not
   * empty, PDF readers copy `written` instead of the shown text (ISO 32000-1 §14.9.4).
   */
  text(
    face: Face,
    size: number,
    text: string,
    x: number,
    baseline: number,
    letterSpacing = 0,
    written = "",
  ): this {
    if (text === "") return this;
    const font = this.file.use(face);
    const wanted = `/${font.name} ${n(size)} Tf`;
    const spacing = letterSpacing === 0 ? "" : `${n(letterSpacing)} Tc\n`;
    const fontOperator = this.state.font === wanted ? "" : `${wanted}\n`;
    this.state.font = wanted;
    const begin = written === "" ? "" : `/Span <</ActualText <feff${utf16(written)}>>> BDC\n`;
    return this.say(
      `${begin}BT\n${fontOperator}${spacing}1 0 0 -1 ${n(x)} ${n(baseline)} Tm\n${font.show(text, size)}\n${spacing && "0 Tc\n"}ET${begin && "\nEMC"}`,
    );
  }
}

const utf16 = (text: string) => Buffer.from(text, "utf16le").swap16().toString("hex");
