import type { Edge } from "../css/box-properties";
import type { Sides } from "../css/values";
import type { Rect } from "./decorations";
import { hex, type Surface } from "./surface";

/*
 * Collapsed borders. The borders are collected while cells are painted, and are then drawn above all cells. Each border is
 * drawn only once.
 */

interface Lines {
  edge: Edge;
  /** Four coordinates for each line: x and y of its start, x and y of its end. */
  places: number[];
}

export interface Collapsed {
  lines: Map<string, Lines>;
  seen: Set<string>;
}

export const createCollapsed = (): Collapsed => ({ lines: new Map(), seen: new Set() });

/** Collects the four borders of a cell. Half of the width of each border is inside the cell. */
export function gatherCollapsed(
  collapsed: Collapsed,
  { x, y, width, height }: Rect,
  edges: Sides<Edge>,
): void {
  const [top, right, bottom, left] = edges.map((edge) => edge.width) as [number, number, number, number];
  const [x2, y2] = [x + width, y + height];
  add(collapsed, edges[0], x - left / 2, y, x2 + right / 2, y);
  add(collapsed, edges[1], x2, y - top / 2, x2, y2 + bottom / 2);
  add(collapsed, edges[2], x - left / 2, y2, x2 + right / 2, y2);
  add(collapsed, edges[3], x, y - top / 2, x, y2 + bottom / 2);
}

const near = (value: number) => Math.round(value * 4);

function add({ lines, seen }: Collapsed, edge: Edge, x: number, y: number, x2: number, y2: number) {
  if (edge.width <= 0 || edge.style === "none" || edge.style === "hidden") return;
  const place = `${near(x)} ${near(y)} ${near(x2)} ${near(y2)}`;
  if (seen.has(place)) return;
  seen.add(place);
  const key = `${edge.width} ${edge.style} ${hex(edge.color)} ${edge.color.alpha}`;
  const found = lines.get(key);
  if (found) found.places.push(x, y, x2, y2);
  else lines.set(key, { edge, places: [x, y, x2, y2] });
}

export function drawCollapsed(surface: Surface, { lines }: Collapsed): void {
  const all = [...lines.values()].sort((one, other) => one.edge.width - other.edge.width);
  for (const { edge, places } of all) {
    const alpha = edge.color.alpha * surface.opacity;
    if (alpha <= 0) continue;
    const colour = hex(edge.color);
    surface.draw((pen) => {
      pen.save();
      if (edge.style === "dashed") pen.dash(edge.width * 3, { space: edge.width * 2 });
      if (edge.style === "dotted") pen.dash(edge.width, { space: edge.width });
      for (let at = 0; at < places.length; at += 4)
        pen.moveTo(places[at]!, places[at + 1]!).lineTo(places[at + 2]!, places[at + 3]!);
      pen.lineWidth(edge.width).strokeColor(colour, alpha).stroke().restore();
    });
  }
}
