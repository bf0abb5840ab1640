import type { BlockBox } from "../boxes/box";
import { resolve } from "../css/values";
import { layoutColumn } from "./column";
import type { Content } from "./block";
import type { Layout } from "./context";
import { Floats } from "./floats";
import type { BoxFragment } from "./fragment";
import { rowOf } from "./rows";

/* Multi-column layout (CSS Multi-column Layout). Simplified: a block is never split between columns. */

export function layoutMulticol(box: BlockBox, width: number, layout: Layout): Content {
  const count = box.style.columnCount;
  const gap = resolve(box.style.columnGap, width) || box.style.fontSize;
  const own = (width - gap * (count - 1)) / count;
  const content = layoutColumn(box, own, null, { floats: new Floats(), x: 0, y: 0 }, layout);
  const boxes = content.children.filter((child): child is BoxFragment => child.kind === "box");
  const wanted = content.height / count;
  const columns: BoxFragment[][] = [];
  let from = 0;
  for (const fragment of boxes) {
    const column = columns.at(-1);
    if (!column || (fragment.y + fragment.height / 2 - from > wanted && columns.length < count)) {
      columns.push([fragment]);
      from = fragment.y;
    } else column.push(fragment);
  }
  const rows = columns.map((column, index) => {
    const row = rowOf(column, box.style, own, "column");
    row.y = 0;
    const place = box.style.direction === "rtl" ? count - 1 - index : index;
    row.x = place * (own + gap);
    return row;
  });
  return {
    children: rows,
    height: Math.max(0, ...rows.map(({ height }) => height)),
    flow: "row",
    absolutes: content.absolutes,
  };
}
