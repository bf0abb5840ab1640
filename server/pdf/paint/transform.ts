import { degreesOf, commaParts, length, plainNumber, resolve, standard, words } from "../css/values";
import type { Style } from "../css/style";
import type { Rect } from "./decorations";
import { withoutKeyword } from "./pictures";
import type { Stroke } from "./surface";

interface Step {
  kind: "rotate" | "translate" | "scale";
  x: number;
  y: number;
}

/** Maximum absolute value of a number. Larger numbers would be written with an exponent, which PDF does not allow. */
const MOST = 1_000_000;
const bounded = (value: number) => Math.round(Math.max(-MOST, Math.min(MOST, value)) * 1e6) / 1e6;

/** Reads a number. Supports calc(). */
const factorOf = (text: string): number =>
  text.includes("(") ? (plainNumber(text, standard) ?? Number.NaN) : Number.parseFloat(text);

/** Reads a scale factor. Replaces 0 by a very small number, because PDF readers must be able to invert the matrix. */
function share(text: string): number {
  const number = factorOf(text) / (text.endsWith("%") ? 100 : 1);
  return Number.isNaN(number) ? 1 : number === 0 ? 1e-6 : number;
}

/** Returns the functions of a transform in their order. Omits functions with infinite or invalid numbers. */
function stepsOf(text: string, rect: Rect): Step[] {
  const steps: Step[] = [];
  const put = ({ kind, x, y }: Step) => {
    if (Number.isFinite(x) && Number.isFinite(y)) steps.push({ kind, x: bounded(x), y: bounded(y) });
  };
  for (const word of words(text.replace(/\)(?=[a-z])/gi, ") "))) {
    const [, name = "", inside = ""] = /^([a-z0-9]+)\(([\s\S]*)\)$/i.exec(word) ?? [];
    const parts = commaParts(inside);
    const size = (part: string | undefined, base: number) => {
      const found = part === undefined ? 0 : length(part, standard);
      return found === null ? 0 : resolve(found, base);
    };
    const [first = "0", second] = parts;
    switch (name.toLowerCase()) {
      case "rotate":
      case "rotatez": {
        put({ kind: "rotate", x: (degreesOf(first) ?? 0) % 360, y: 0 });
        break;
      }
      case "translate":
        put({ kind: "translate", x: size(first, rect.width), y: size(second, rect.height) });
        break;
      case "translatex":
        put({ kind: "translate", x: size(first, rect.width), y: 0 });
        break;
      case "translatey":
        put({ kind: "translate", x: 0, y: size(first, rect.height) });
        break;
      case "scale":
        put({
          kind: "scale",
          x: share(first),
          y: share(second ?? first),
        });
        break;
      case "scalex":
        put({ kind: "scale", x: share(first), y: 1 });
        break;
      case "scaley":
        put({ kind: "scale", x: 1, y: share(first) });
    }
  }
  return steps;
}

function originOf(text: string, rect: Rect): { x: number; y: number } {
  const [across = "50%", down = "50%"] = words(text);
  const swapped =
    /^(top|bottom)$/.test(across) || /^(left|right)$/.test(down) ? [down, across] : [across, down];
  const at = (word: string, base: number) => {
    const found = length(withoutKeyword(word), standard);
    return found === null ? base / 2 : resolve(found, base);
  };
  return { x: rect.x + at(swapped[0]!, rect.width), y: rect.y + at(swapped[1]!, rect.height) };
}

/** Returns the function that applies the transform of a box. Returns null if the box has no transform. */
export function turnOf({ transform, transformOrigin }: Style, rect: Rect): Stroke | null {
  if (transform === "none") return null;
  const steps = stepsOf(transform, rect);
  if (steps.length === 0) return null;
  const origin = originOf(transformOrigin, rect);
  return (pen) => {
    pen.translate(origin.x, origin.y);
    for (const { kind, x, y } of steps) {
      if (kind === "rotate") pen.rotate(x);
      else if (kind === "translate") pen.translate(x, y);
      else pen.scale(x, y);
    }
    pen.translate(-origin.x, -origin.y);
  };
}

/** Returns the right edge of a transformed box, relative to the corner of the box. `width` is the width including overflow. */
export function boundsOf(style: Style, rect: Rect, width: number): { right: number } {
  const origin = originOf(style.transformOrigin, rect);
  const corners = [rect.x, rect.x + width].flatMap((x) =>
    [rect.y, rect.y + rect.height].map((y) => ({ x: x - origin.x, y: y - origin.y })),
  );
  // The functions are applied in reverse order, because the last function in the list applies to a point first.
  for (const step of stepsOf(style.transform, rect).reverse())
    for (const point of corners) {
      const { x, y } = point;
      if (step.kind === "translate") Object.assign(point, { x: x + step.x, y: y + step.y });
      else if (step.kind === "scale") Object.assign(point, { x: x * step.x, y: y * step.y });
      else {
        const angle = (step.x * Math.PI) / 180;
        const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
        Object.assign(point, { x: x * cos - y * sin, y: x * sin + y * cos });
      }
    }
  return { right: Math.max(...corners.map(({ x }) => x)) + origin.x };
}
