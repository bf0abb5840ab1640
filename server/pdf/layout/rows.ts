import { anonymous } from "../boxes/build";
import type { Content } from "../css/alignment";
import type { Style } from "../css/style";
import { zero, type BoxFragment, type Flow } from "./fragment";
import { passOn } from "./absolute";

/** Returns the space before the first item and between items (CSS Box Alignment Level 3, content distribution). */
export function shares(alignment: Content, count: number, free: number): { before: number; between: number } {
  if (free < 0)
    return { before: alignment === "center" ? free / 2 : alignment === "end" ? free : 0, between: 0 };
  switch (alignment) {
    case "center":
      return { before: free / 2, between: 0 };
    case "end":
      return { before: free, between: 0 };
    case "space-between":
      return { before: 0, between: count > 1 ? free / (count - 1) : 0 };
    case "space-around":
      return { before: free / count / 2, between: free / count };
    case "space-evenly":
      return { before: free / (count + 1), between: free / (count + 1) };
    default:
      return { before: 0, between: 0 };
  }
}

/** Groups fragments that are beside each other into one fragment. Page breaking treats this fragment as a row. */
export function rowOf(children: BoxFragment[], style: Style, width: number, flow: Flow = "row"): BoxFragment {
  const top = Math.min(...children.map(({ y }) => y));
  const bottom = Math.max(...children.map(({ y, height }) => y + height));
  for (const child of children) child.y -= top;
  const own = anonymous(style);
  return {
    kind: "box",
    reach: undefined,
    forces: undefined,
    box: { kind: "block", style: own, element: null, inline: false, marker: null, children: [] },
    style: own,
    flow,
    padding: zero,
    border: zero,
    x: 0,
    y: top,
    width,
    height: bottom - top,
    children,
    baseline: children[0]?.baseline ?? null,
    lastBaseline: null,
    ...passOn(children),
  };
}
