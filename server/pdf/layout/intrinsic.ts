import { isAbsolute, isFloating, isTable, type BlockBox, type Box } from "../boxes/box";
import { isFlex, isGrid } from "../css/display";
import type { Style } from "../css/style";
import { isPercent } from "../css/values";
import { borderOf, marginOf, paddingOf, sized, within, type Intrinsic, type Layout } from "./context";
import { paragraphOf } from "./items";
import { textWidth } from "./metrics";
import { naturalSize } from "./replaced";
import { isColumn } from "./flex";
import { tableIntrinsic } from "./table-columns";
import { trimEndOf } from "../../kernel/strings/trim";

/* Intrinsic widths of boxes: min-content and max-content (CSS Box Sizing Level 3). */

/** Returns the intrinsic widths of a border box. */
export function intrinsic(box: Box, layout: Layout): Intrinsic {
  let found = layout.intrinsic.get(box);
  if (!found) layout.intrinsic.set(box, (found = measured(box, layout)));
  return found;
}

function measured(box: Box, layout: Layout): Intrinsic {
  const { style } = box;
  if (box.kind === "replaced") {
    const { width } = naturalSize(box, { width: null, height: null });
    // A picture with a percentage width has a min-content contribution of 0 (CSS Box Sizing Level 3 §5.2.2).
    return { min: isPercent(style.width) || isPercent(style.maxWidth) ? 0 : width, max: width };
  }
  if (box.kind !== "block") return { min: 0, max: 0 };
  const padding = paddingOf(style, 0);
  const border = borderOf(style);
  const collapsed = isTable(box) && style.collapse;
  const edges = collapsed ? 0 : padding[1] + padding[3] + border[1] + border[3];
  const given = sized(style.width, null);
  if (given !== null && !isTable(box) && style.display !== "table-cell") {
    const size = bounded(style, given + (style.borderBox ? 0 : edges), edges);
    return { min: size, max: size };
  }
  const byRatio = widthByRatio(style, 0, null);
  if (byRatio !== null && given === null && !isTable(box)) {
    const size = bounded(style, byRatio, edges);
    return { min: size, max: size };
  }
  const content = isTable(box) ? tableIntrinsic(box, layout) : contentIntrinsic(box, layout);
  return {
    min: bounded(style, content.min + edges, edges),
    max: bounded(style, content.max + edges, edges),
  };
}

const bounded = (style: Style, size: number, edges: number) =>
  within(size, sized(style.minWidth, null), sized(style.maxWidth, null), edges, style.borderBox);

/** Returns the intrinsic widths of a margin box. */
export function outer(box: Box, layout: Layout): Intrinsic {
  const { min, max } = intrinsic(box, layout);
  const margin = marginOf(box.style, 0);
  const sum = margin[1] + margin[3];
  return { min: min + sum, max: max + sum };
}

function contentIntrinsic(box: BlockBox, layout: Layout): Intrinsic {
  const { style } = box;
  if (box.inline) return lineIntrinsic(box, layout);
  const children = box.children
    .filter((child) => !isAbsolute(child))
    .map((child) => ({ child, ...outer(child, layout) }));
  if (isFlex(style.display) && !isColumn(style)) {
    const gaps = Math.max(0, children.length - 1) * (sized(style.columnGap, 0) ?? 0);
    const sum = (which: "min" | "max") => children.reduce((total, item) => total + item[which], 0);
    const widest = Math.max(0, ...children.map(({ min }) => min));
    return { min: style.flexWrap === "nowrap" ? sum("min") + gaps : widest, max: sum("max") + gaps };
  }
  let min = 0;
  let max = 0;
  let floating = 0;
  for (const item of children) {
    min = Math.max(min, item.min);
    if (isFloating(item.child)) {
      floating += item.max;
      max = Math.max(max, floating);
    } else {
      if (item.child.style.clear !== "none") floating = 0;
      max = Math.max(max, item.max + floating);
    }
  }
  if (isGrid(style.display)) {
    const columns = Math.max(1, style.gridColumns.length);
    const gaps = (columns - 1) * (sized(style.columnGap, 0) ?? 0);
    return { min: min + gaps, max: max * columns + gaps };
  }
  return { min, max };
}

function lineIntrinsic(box: BlockBox, layout: Layout): Intrinsic {
  let min = 0;
  let max = 0;
  let chunk = 0;
  let line = 0;
  let trail = 0;
  let floats = 0;
  const endChunk = (hanging: number) => {
    min = Math.max(min, chunk - hanging);
    chunk = 0;
  };
  for (const piece of paragraphOf(box, layout).pieces) {
    switch (piece.kind) {
      case "text": {
        const width = textWidth(piece.text, piece.style, layout.fonts);
        const bare = trimEndOf(piece.text, " ");
        trail = bare === piece.text ? 0 : width - textWidth(bare, piece.style, layout.fonts);
        chunk += width;
        line += width;
        if (piece.style.breakAll) min = Math.max(min, piece.style.fontSize);
        break;
      }
      case "open":
      case "close": {
        const { style } = piece.box;
        const side = piece.kind === "open" ? 3 : 1;
        const width = marginOf(style, 0)[side] + borderOf(style)[side] + paddingOf(style, 0)[side];
        chunk += width;
        line += width;
        break;
      }
      case "atom": {
        const size = outer(piece.box, layout);
        chunk += size.min;
        line += size.max;
        trail = 0;
        break;
      }
      case "break":
        max = Math.max(max, line - trail);
        line = 0;
        break;
      case "out":
        if (isFloating(piece.box)) {
          const size = outer(piece.box, layout);
          min = Math.max(min, size.min);
          floats += size.max;
        }
    }
    if (piece.breakAfter) endChunk(trail);
  }
  endChunk(trail);
  max = Math.max(max, line - trail);
  return { min, max: Math.max(max + floats, min) };
}

/** Returns the shrink-to-fit width of a box (CSS 2.2 §10.3.5). */
export function shrinkToFit(box: Box, available: number, layout: Layout): number {
  const { min, max } = intrinsic(box, layout);
  return Math.min(Math.max(min, available), max);
}

/*
 * Sizes from `aspect-ratio` (CSS Box Sizing Level 4 §5). The functions take and return border-box sizes. The property
 * `box-sizing` decides whether the ratio applies to the content box or to the border box.
 */

const around = (style: Style, base: number): { across: number; down: number } => {
  if (style.borderBox) return { across: 0, down: 0 };
  const padding = paddingOf(style, base);
  const border = borderOf(style);
  return {
    across: padding[1] + padding[3] + border[1] + border[3],
    down: padding[0] + padding[2] + border[0] + border[2],
  };
};

/**
 * Returns the height of a box with this width. Returns null if the style has no ratio. `base` is the width to which percentages
 * refer.
 */
export function heightByRatio(style: Style, width: number, base: number): number | null {
  if (style.ratio === null) return null;
  const { across, down } = around(style, base);
  return Math.max(0, width - across) / style.ratio + down;
}

/** Returns the width of a box with a specified height. Returns null if the style has no ratio or the height is unknown. */
export function widthByRatio(style: Style, base: number, height: number | null): number | null {
  if (style.ratio === null) return null;
  const given = sized(style.height, height);
  return given === null ? null : given * style.ratio + around(style, base).across;
}
