import { isTag, type Element } from "domhandler";
import type { Pen } from "../pen";
import { matrixOf, moved, multiplied, type Matrix } from "./matrix";
import { hrefOf } from "./named";
import { boundsOf, transformed, type Bounds, type Path } from "./path";
import { shapeOf } from "./shape";
import { styled, toldOf, type SvgStyle, type Told } from "./style";
import { MOST_NODES, namedBy, placeOf, type Walk } from "./walk";

/*
 * What a clip path leaves (CSS Masking Level 1 §3), and how far elements reach, which some of what they name counts by.
 */

export interface Clip {
  path: Path;
  evenOdd: boolean;
}

export function clipTo(pen: Pen, { path, evenOdd }: Clip) {
  // A clip of nothing leaves nothing.
  if (path.length === 0) pen.rect(0, 0, 0, 0);
  pen.path(path).clip(evenOdd ? "even-odd" : undefined);
}

/** What a clip path leaves of an element: the shapes in it as one path. */
export function clipOf(element: Element, told: Told, style: SvgStyle, walk: Walk): Clip | null {
  const target = namedBy(told.get("clip-path"), walk);
  if (target?.name.toLowerCase() !== "clippath") return null;
  const own = toldOf(target, walk.declared);
  const units =
    own.get("clippathunits")?.toLowerCase() === "objectboundingbox"
      ? unitsOf(element, style, walk)
      : moved(0, 0);
  const evenOdd = { found: false };
  const matrix = multiplied(units, matrixOf(own.get("transform")));
  return { path: outlineIn(target, matrix, style, walk, evenOdd), evenOdd: evenOdd.found };
}

/** From shares of an element's bounds to its own units. */
export function unitsOf(element: Element, style: SvgStyle, walk: Walk): Matrix {
  const { x, y, width, height } = boundsIn(element, style, walk);
  return [width, 0, 0, height, x, y];
}

/** The bounds of an element and what is in it, in its own units, before its own transform. */
export function boundsIn(element: Element, style: SvgStyle, walk: Walk): Bounds {
  const still = new Map(toldOf(element, walk.declared));
  still.delete("transform");
  return boundsOf(outlineOf(element, still, moved(0, 0), style, walk, { found: false }, 0));
}

const outlineIn = (
  holder: Element,
  matrix: Matrix,
  style: SvgStyle,
  walk: Walk,
  evenOdd: { found: boolean },
  depth = 0,
): Path =>
  holder.children.flatMap((child) =>
    isTag(child) ? outlineOf(child, toldOf(child, walk.declared), matrix, style, walk, evenOdd, depth) : [],
  );

/** An element's shapes as one path; `evenOdd` tells whether one of them asks for that rule. */
function outlineOf(
  element: Element,
  told: Told,
  matrix: Matrix,
  style: SvgStyle,
  walk: Walk,
  evenOdd: { found: boolean },
  depth: number,
): Path {
  if (depth > 8 || (walk.count.nodes += 1) > MOST_NODES) return [];
  const whole = multiplied(matrix, matrixOf(told.get("transform")));
  const { x, y, width, height } = placeOf(told, style, walk);
  switch (element.name.toLowerCase()) {
    case "g":
    case "a":
      return outlineIn(element, whole, style, walk, evenOdd, depth + 1);
    case "use": {
      const used = walk.ids.get(hrefOf(element).slice(1));
      return used
        ? outlineOf(
            used,
            toldOf(used, walk.declared),
            multiplied(whole, moved(x, y)),
            style,
            walk,
            evenOdd,
            depth + 1,
          )
        : [];
    }
    case "image":
      return transformed(
        [
          ["M", x, y],
          ["L", x + width, y + height],
        ],
        whole,
      );
    default: {
      const shown = styled(told, style, walk.size);
      evenOdd.found ||= shown.clipEvenOdd;
      return transformed(shapeOf(element.name.toLowerCase(), told, shown, walk.size)?.path ?? [], whole);
    }
  }
}
