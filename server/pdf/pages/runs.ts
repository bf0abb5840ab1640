import { isOutOfFlow, type BlockBox, type Box } from "../boxes/box";
import { MOST_PAGES, tooLong } from "../layout/context";
import { isFlowBlock } from "../css/display";
import { noEdge, type Sides, type Style } from "../css/style";

/*
 * A document as runs of pages of one name (CSS Paged Media Level 3 §9): where the name changes a page begins, maybe of another
 * size, so that each run is laid out by itself. What is around a change is cut in two there.
 */

export interface Run {
  /** Empty for pages that nothing names. */
  name: string;
  root: BlockBox;
}

interface Part {
  name: string;
  box: Box;
}

/** The runs of a document, in order: itself where it asks for pages of one name only. */
export const runsOf = (root: BlockBox): Run[] =>
  partsOf(root, "").map(({ name, box }) => ({ name, root: box as BlockBox }));

/** Whether pages may change between a box's children: where those stand one below the other. */
const isColumn = (box: Box): box is BlockBox => box.kind === "block" && !box.inline && standsInColumn(box);

/** Whether what is in a block stands in one column, from top to bottom. */
export const standsInColumn = ({ style }: BlockBox) =>
  style.columnCount <= 1 && isFlowBlock(style.display);

function partsOf(box: Box, around: string): Part[] {
  const name = box.style.page === "auto" ? around : box.style.page;
  if (!isColumn(box)) return [{ name, box }];
  const groups: { name: string; children: Box[] }[] = [];
  // What stands outside of the flow stays with what is before it.
  let before: Box[] = [];
  for (const child of box.children) {
    if (isOutOfFlow(child)) {
      (groups.at(-1)?.children ?? before).push(child);
      continue;
    }
    for (const [index, part] of partsOf(child, name).entries()) {
      const last = groups.at(-1);
      if (index === 0 && last?.name === part.name) last.children.push(part.box);
      else groups.push({ name: part.name, children: [...before, part.box] });
      before = [];
    }
    // Each has a page of its own.
    if (groups.length > MOST_PAGES) throw tooLong();
  }
  if (groups.length === 0) return [{ name, box }];
  if (groups.length === 1) return [{ name: groups[0]!.name, box }];
  return slices(
    box,
    groups.map(({ children }) => children),
  ).map((slice, index) => ({ name: groups[index]!.name, box: slice }));
}

/**
 * A box cut between its children: only the first part has its upper edge and its marker, only the last its lower edge (CSS
 * Fragmentation Level 3 §5.4).
 */
export function slices(box: BlockBox, parts: readonly Box[][]): BlockBox[] {
  const first = sliced(box.style, false, true);
  const middle = sliced(box.style, true, true);
  const last = sliced(box.style, true, false);
  return parts.map((children, index) => ({
    ...box,
    style: index === 0 ? first : index < parts.length - 1 ? middle : last,
    // Only one of the parts is what a link or the outline names.
    element: index === 0 || isOuter(box) ? box.element : null,
    marker: index === 0 ? box.marker : null,
    ...(box.strings && index > 0 && { strings: [] }),
    children,
  }));
}

/** The two whose background is the paper's, and whose height may be a page's. */
const isOuter = ({ element }: BlockBox) => /^(html|body)$/.test(element?.name ?? "");

function sliced(style: Style, above: boolean, below: boolean): Style {
  const cut = <T>([top, right, bottom, left]: Sides<T>, none: T): Sides<T> => [
    above ? none : top,
    right,
    below ? none : bottom,
    left,
  ];
  const [a, b, c, d] = style.radius;
  return {
    ...style,
    margin: cut(style.margin, 0),
    padding: cut(style.padding, 0),
    border: cut(style.border, noEdge),
    radius: [above ? 0 : a, above ? 0 : b, below ? 0 : c, below ? 0 : d],
    // How high it is as a whole says nothing of its parts.
    height: typeof style.height === "number" ? "auto" : style.height,
    minHeight: typeof style.minHeight === "number" ? "auto" : style.minHeight,
  };
}
