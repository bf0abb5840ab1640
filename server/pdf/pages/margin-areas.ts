import type { BlockBox } from "../boxes/box";
import { borderOf, marginOf, paddingOf, sized, type Layout } from "../layout/context";
import { outer } from "../layout/intrinsic";
import type { Paper } from "./page-style";

/*
 * The areas of margin boxes on a page. The boxes at the top and at the bottom of a page share the width (CSS Paged Media Level
 * 3 §5.3).
 */

export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
  /** The side of the page, or `corner`. */
  side: "top" | "bottom" | "left" | "right" | "corner";
  /** Default horizontal and vertical alignment of the content. */
  align: "left" | "center" | "right";
  upright: "top" | "middle" | "bottom";
}

/**
 * Returns the area of a margin box. Returns null for an unknown name. The area of a box at the top or bottom has the whole
 * width between the corners.
 */
export function areaOf(name: string, { width, height, margin }: Paper): Area | null {
  const [top, right, bottom, left] = margin;
  const inner = width - left - right;
  const [, side, part = ""] = /^(top|bottom|left|right)-(.+)$/.exec(name) ?? [];
  if (side === "top" || side === "bottom") {
    const [y, tall] = side === "top" ? [0, top] : [height - bottom, bottom];
    const along = { y, height: tall, upright: "middle" } as const;
    if (part === "left-corner") return { ...along, x: 0, width: left, side: "corner", align: "right" };
    if (part === "right-corner")
      return { ...along, x: width - right, width: right, side: "corner", align: "left" };
    return /^(left|center|right)$/.test(part)
      ? { ...along, x: left, width: inner, side, align: part as Area["align"] }
      : null;
  }
  if (side === "left" || side === "right") {
    const third = (height - top - bottom) / 3;
    const index = (["top", "middle", "bottom"] as const).findIndex((one) => one === part);
    if (index < 0) return null;
    const [x, wide] = side === "left" ? [0, left] : [width - right, right];
    const upright = (["top", "middle", "bottom"] as const)[index]!;
    return { x, y: top + third * index, width: wide, height: third, side, align: "center", upright };
  }
  return null;
}

export interface InArea {
  area: Area;
  box: BlockBox;
}

/**
 * Returns the widths of margin boxes. A box has its specified width, or a share of the side that depends on its intrinsic width
 * (§5.3.2).
 */
export function widthsOf(boxes: readonly InArea[], layout: Layout): Map<InArea, number> {
  const widths = new Map<InArea, number>();
  for (const one of boxes) widths.set(one, givenWidth(one) ?? one.area.width);
  for (const side of ["top", "bottom"] as const) {
    const at = (align: Area["align"]) => boxes.find(({ area }) => area.side === side && area.align === align);
    const [left, center, right] = [at("left"), at("center"), at("right")];
    const beside = [left, right].filter((one) => one !== undefined);
    const whole = (center ?? left ?? right)?.area.width ?? 0;
    if (center) {
      // The center box must stay in the middle. Therefore, the left and the right box both count with the width of the wider
      // box.
      const around = 2 * Math.max(0, ...beside.map((one) => needOf(one, layout)));
      const own = givenWidth(center) ?? shareOf(needOf(center, layout), around, whole);
      widths.set(center, own);
      for (const one of beside) widths.set(one, givenWidth(one) ?? Math.max(0, (whole - own) / 2));
    } else if (left && right) {
      const [one, other] = [givenWidth(left), givenWidth(right)];
      const shared = shareOf(needOf(left, layout), needOf(right, layout), whole);
      widths.set(left, one ?? (other === null ? shared : Math.max(0, whole - other)));
      widths.set(right, other ?? Math.max(0, whole - (one ?? shared)));
    }
  }
  return widths;
}

const shareOf = (own: number, others: number, whole: number) =>
  own + others > 0 ? (whole * own) / (own + others) : others === 0 ? whole : 0;

const needOf = (one: InArea, layout: Layout) => givenWidth(one) ?? outer(one.box, layout).max;

/** Returns the specified width of a margin box including its CSS margins. Returns null for an auto width. */
function givenWidth({ area, box: { style } }: InArea): number | null {
  const given = sized(style.width, area.width);
  if (given === null) return null;
  const [padding, border, margin] = [
    paddingOf(style, area.width),
    borderOf(style),
    marginOf(style, area.width),
  ];
  const edges = style.borderBox ? 0 : padding[1] + padding[3] + border[1] + border[3];
  return Math.min(area.width, given + edges + margin[1] + margin[3]);
}
