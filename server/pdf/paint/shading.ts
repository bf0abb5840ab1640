import type { Reference } from "pdfkit";
import type { Colour } from "../css/colour";
import type { PdfFile } from "./file";

/*
 * Gradients in PDF. A shading fills the current clip (ISO 32000-1 §8.7.4.5). If the gradient has several alpha values, a
 * luminosity mask is added (§11.6.5.3).
 */

export interface Stop {
  at: number;
  colour: Colour;
}

type Point = readonly [number, number];
export type Course =
  | { kind: "axial"; from: Point; to: Point }
  /** A radial gradient from the point `focus` to a circle with this centre and radius. */
  | { kind: "radial"; focus: Point; centre: Point; radius: number; inner?: number };

export interface Shading {
  course: Course;
  /** Colour stops in ascending order from 0 to 1. Two stops at the same position make a hard edge. */
  stops: readonly Stop[];
}

const between = (one: number, other: number, at: number) => one + (other - one) * at;
const mixed = (one: Colour, other: Colour, at: number): Colour => ({
  red: between(one.red, other.red, at),
  green: between(one.green, other.green, at),
  blue: between(one.blue, other.blue, at),
  alpha: between(one.alpha, other.alpha, at),
});

/** Converts a gradient so that its first stop is at 0 and its last stop at 1, as PDF requires. */
export function scaledBy(course: Course, given: readonly Stop[]): Shading {
  let stops = given;
  // A radius cannot be negative. Therefore, the part before 0 is cut off.
  if (course.kind === "radial" && stops[0]!.at < 0) {
    const next = stops.findIndex(({ at }) => at > 0);
    const [before, after] = [stops[next < 0 ? stops.length - 1 : next - 1]!, stops[next]];
    const edge = after
      ? mixed(before.colour, after.colour, -before.at / (after.at - before.at))
      : before.colour;
    stops = [{ at: 0, colour: edge }, ...(next < 0 ? [] : stops.slice(next))];
  }
  const [first, last] = [stops[0]!, stops.at(-1)!];
  const start =
    last.at - first.at < 1e-6 ? Math.max(course.kind === "radial" ? 0 : -Infinity, first.at - 1) : first.at;
  const end = last.at - first.at < 1e-6 ? last.at + 1 : last.at;
  const place = (at: number) => (at - start) / (end - start);
  const along = (one: Point, other: Point, at: number): Point => [
    between(one[0], other[0], at),
    between(one[1], other[1], at),
  ];
  const reach: Course =
    course.kind === "axial"
      ? { kind: "axial", from: along(course.from, course.to, start), to: along(course.from, course.to, end) }
      : {
          kind: "radial",
          focus: along(course.focus, course.centre, start),
          centre: along(course.focus, course.centre, end),
          radius: course.radius * end,
          inner: course.radius * start,
        };
  const whole = stops.map(({ at, colour }) => ({ at: place(at), colour }));
  return {
    course: reach,
    stops: [
      ...(whole[0]!.at > 0 ? [{ at: 0, colour: first.colour }] : []),
      ...whole,
      ...(whole.at(-1)!.at < 1 ? [{ at: 1, colour: last.colour }] : []),
    ],
  };
}

/**
 * Returns a mix of two colours with premultiplied alpha (CSS Images Level 3 §3.4.2). `share` is the fraction of the second
 * colour.
 */
export function mixedAt(one: Colour, other: Colour, share: number): Colour {
  const alpha = between(one.alpha, other.alpha, share);
  // A colour with alpha 0 takes the colour values of the other colour.
  if (one.alpha === 0) return { ...other, alpha };
  if (other.alpha === 0) return { ...one, alpha };
  return { ...mixed(one, other, (other.alpha * share) / alpha), alpha };
}

/** Maximum number of parts into which a transition of alpha is divided. More parts would not be visible. */
const PARTS = 8;

/** Adds colour stops between stops with different alpha. The result approximates a mix with premultiplied alpha. */
export function premultiplied(stops: readonly Stop[]): Stop[] {
  if (stops.every(({ colour }) => colour.alpha === stops[0]!.colour.alpha)) return [...stops];
  return stops.flatMap((stop, index): Stop[] => {
    const next = stops[index + 1];
    if (!next || next.at <= stop.at) return [stop];
    const [one, other] = [stop.colour, next.colour];
    if (one.alpha === other.alpha) return [stop, next];
    const parts = one.alpha === 0 || other.alpha === 0 ? 1 : PARTS;
    return Array.from({ length: parts + 1 }, (_, part): Stop => {
      const share = part / parts;
      return { at: between(stop.at, next.at, share), colour: mixedAt(one, other, share) };
    });
  });
}

/** Rounds a number for a PDF object. */
export const round = (value: number): number => Math.round(value * 10_000) / 10_000;

/** Returns the function of a shading that converts 0 to 1 to a colour (§7.10.3, §7.10.4). */
function functionOf(stops: readonly Stop[], parts: (colour: Colour) => number[]): object {
  const functions: object[] = [];
  const bounds: number[] = [];
  for (const [index, stop] of stops.slice(1).entries()) {
    const before = stops[index]!;
    // A hard edge needs no function, because a hard edge is the boundary between two functions.
    if (stop.at - before.at < 1e-7) continue;
    if (functions.length > 0) bounds.push(Math.round(before.at * 1e7) / 1e7);
    functions.push({
      FunctionType: 2,
      Domain: [0, 1],
      C0: parts(before.colour),
      C1: parts(stop.colour),
      N: 1,
    });
  }
  if (functions.length === 1) return functions[0]!;
  return {
    FunctionType: 3,
    Domain: [0, 1],
    Functions: functions,
    Bounds: bounds,
    Encode: functions.flatMap(() => [0, 1]),
  };
}

function dictionary({ course, stops }: Shading, grey: boolean): Record<string, unknown> {
  return {
    ShadingType: course.kind === "axial" ? 2 : 3,
    ColorSpace: grey ? "DeviceGray" : "DeviceRGB",
    Coords:
      course.kind === "axial"
        ? [...course.from, ...course.to].map(round)
        : [...course.focus, course.inner ?? 0, ...course.centre, course.radius].map(round),
    Function: functionOf(stops, ({ red, green, blue, alpha }) =>
      grey ? [round(alpha)] : [red, green, blue].map((value) => round(value / 255)),
    ),
    Extend: [true, true],
  };
}

function ended(file: PdfFile, data: Record<string, unknown>): Reference {
  const reference = file.ref(data);
  reference.end();
  return reference;
}

/** A rectangle that is larger than any page. */
const EVERYWHERE = [-20_000, -20_000, 20_000, 20_000];

/** Returns a form object that contains a shading with its mask. Another mask can then apply to the form. */
export function shadingGroup(file: PdfFile, colours: Reference, mask: Reference): Reference {
  const group = file.ref({
    Type: "XObject",
    Subtype: "Form",
    BBox: EVERYWHERE,
    Group: { S: "Transparency", CS: "DeviceRGB" },
    Resources: { Shading: { S: colours }, ExtGState: { G: mask } },
  });
  group.end(Buffer.from("/G gs\n/S sh"));
  return group;
}

/** Returns the PDF object of a shading. `alpha` is a number if the alpha is constant, else the graphics state with the mask. */
export function shadingObjects(
  file: PdfFile,
  shading: Shading,
): { shading: Reference; alpha: number | Reference } {
  const colours = ended(file, dictionary(shading, false));
  const { alpha } = shading.stops[0]!.colour;
  if (shading.stops.every(({ colour }) => colour.alpha === alpha)) return { shading: colours, alpha };
  const group = file.ref({
    Type: "XObject",
    Subtype: "Form",
    BBox: EVERYWHERE,
    Group: { S: "Transparency", CS: "DeviceGray" },
    Resources: { Shading: { S: ended(file, dictionary(shading, true)) } },
  });
  group.compress = false;
  group.end(Buffer.from("/S sh"));
  const mask = { Type: "Mask", S: "Luminosity", G: group };
  return { shading: colours, alpha: ended(file, { Type: "ExtGState", SMask: mask }) };
}
