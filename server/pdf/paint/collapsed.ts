import type { Edge, Sides } from "../css/style";
import type { Rect } from "./decorations";
import { hex, type Surface } from "./surface";

/** Draws the lines around a cell that it shares with its neighbours: half of each is within. */
export function drawCollapsed(surface: Surface, { x, y, width, height }: Rect, edges: Sides<Edge>): void {
  const [top, right, bottom, left] = edges.map((edge) => edge.width) as [number, number, number, number];
  const [x2, y2] = [x + width, y + height];
  const lines: [Edge, number, number, number, number][] = [
    [edges[0], x - left / 2, y, x2 + right / 2, y],
    [edges[1], x2, y - top / 2, x2, y2 + bottom / 2],
    [edges[2], x - left / 2, y2, x2 + right / 2, y2],
    [edges[3], x, y - top / 2, x, y2 + bottom / 2],
  ];
  for (const [edge, fromX, fromY, toX, toY] of lines) {
    const alpha = edge.color.alpha * surface.opacity;
    if (edge.width <= 0 || edge.style === "none" || edge.style === "hidden" || alpha <= 0) continue;
    const colour = hex(edge.color);
    surface.draw((pen) => {
      pen.save();
      if (edge.style === "dashed") pen.dash(edge.width * 3, { space: edge.width * 2 });
      if (edge.style === "dotted") pen.dash(edge.width, { space: edge.width });
      pen
        .moveTo(fromX, fromY)
        .lineTo(toX, toY)
        .lineWidth(edge.width)
        .strokeColor(colour, alpha)
        .stroke()
        .restore();
    });
  }
}
