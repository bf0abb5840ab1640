import { isTag, type Element } from "domhandler";
import { identity, matrixOf, moved, multiplied, type Matrix } from "./matrix";
import { hrefOf, MOST_NODES, SEGMENTS, type Counted } from "./named";
import { boundsOf, rectangle, transformed, type Path } from "./path";
import { shapeOf } from "./shape";
import { lengthIn, styled, toldOf, type SvgStyle, type Told } from "./style";

/*
 * What clip paths leave of what names them (CSS Masking Level 1 §5).
 */

export interface Clip {
  path: Path;
  evenOdd: boolean;
}

/** A clip path's shapes as one path; null where it clips nothing, for there is none of that name or there are letters in it. */
export function clipOf(element: Element, told: Told, style: SvgStyle, walk: Counted): Clip | null {
  const value = told.get("clip-path");
  if (!value) return null;
  const [, id] = /^url\(\s*["']?#([^"')]+)["']?\s*\)/i.exec(value) ?? [];
  const target = id === undefined ? undefined : walk.ids.get(id);
  if (target?.name.toLowerCase() !== "clippath") return null;
  const own = toldOf(target, walk.declared);
  let units = identity;
  if (own.get("clippathunits")?.toLowerCase() === "objectboundingbox") {
    const { x, y, width, height } = boundsOf(outlineOf(element, told, style, identity, walk).path);
    if (!(width > 0 && height > 0)) return null;
    units = [width, 0, 0, height, x, y];
  }
  const matrix = multiplied(units, matrixOf(own.get("transform")));
  const inherited = styled(own, style, walk.size);
  const parts = target.children.map((child) =>
    isTag(child) && child.name !== "g" ? placedOutline(child, inherited, matrix, walk, 0) : nothing,
  );
  const { path, evenOdd, letters } = joined(parts);
  return letters ? null : { path, evenOdd };
}

/** What an element and those in it cover, as far as shapes tell. */
interface Outline extends Clip {
  /** Whether there are letters in it, whose outline is not known. */
  letters: boolean;
}

const nothing: Outline = { path: [], evenOdd: false, letters: false };

const joined = (parts: readonly Outline[]): Outline => ({
  path: parts.flatMap(({ path }) => path),
  evenOdd: parts.some(({ evenOdd }) => evenOdd),
  letters: parts.some(({ letters }) => letters),
});

const DEEPEST = 8;

/** An element's outline where its own transform puts it. */
function placedOutline(
  element: Element,
  parent: SvgStyle,
  matrix: Matrix,
  walk: Counted,
  depth: number,
): Outline {
  if (depth > DEEPEST || (walk.count.nodes += 1) > MOST_NODES) return nothing;
  const told = toldOf(element, walk.declared);
  if (told.get("display") === "none") return nothing;
  const whole = multiplied(matrix, matrixOf(told.get("transform")));
  return outlineOf(element, told, styled(told, parent, walk.size), whole, walk, depth);
}

function outlineOf(
  element: Element,
  told: Told,
  style: SvgStyle,
  matrix: Matrix,
  walk: Counted,
  depth = 0,
): Outline {
  const { size, ids } = walk;
  const across = (name: string) => lengthIn(told.get(name), style, size.width);
  const down = (name: string) => lengthIn(told.get(name), style, size.height);
  const name = element.name.toLowerCase();
  if (name === "text") return { ...nothing, letters: true };
  if (name === "use") {
    const used = ids.get(hrefOf(element).slice(1));
    const place = multiplied(matrix, moved(across("x"), down("y")));
    return used ? placedOutline(used, style, place, walk, depth + 1) : nothing;
  }
  if (name === "g" || name === "a")
    return joined(
      element.children.map((child) =>
        isTag(child) ? placedOutline(child, style, matrix, walk, depth + 1) : nothing,
      ),
    );
  const path =
    name === "image"
      ? rectangle(across("x"), down("y"), across("width"), down("height"))
      : (shapeOf(name, told, style, size)?.path ?? []);
  walk.count.nodes += path.length / SEGMENTS;
  return { path: transformed(path, matrix), evenOdd: style.clipEvenOdd, letters: false };
}
