import { isOutOfFlow, type BlockBox, type Box } from "../boxes/box";
import { MOST_PAGES, tooLong } from "../layout/context";
import { isFlowBlock } from "../css/display";
import { noEdge } from "../css/box-properties";
import type { Sides } from "../css/values";
import type { Style } from "../css/style";

/*
 * Splits a document into parts with the same page name (CSS Paged Media Level 3 §9). Each part begins on a new page. Each part
 * is laid out separately, because its pages can have another size. A box with content of several parts is split.
 */

export interface Run {
  /** The page name of the part. Empty for pages without a name. */
  name: string;
  root: BlockBox;
}

interface Part {
  name: string;
  box: Box;
}

/** Returns the parts of a document in document order. */
export const runsOf = (root: BlockBox): Run[] =>
  partsOf(root, "").map(({ name, box }) => ({ name, root: box as BlockBox }));

/** Returns true if the children of a box can have different page names. */
const isColumn = (box: Box): box is BlockBox => box.kind === "block" && !box.inline && standsInColumn(box);

/** Returns true for a block whose content is in one column. */
export const standsInColumn = ({ style }: BlockBox) => style.columnCount <= 1 && isFlowBlock(style.display);

function partsOf(box: Box, around: string): Part[] {
  const name = box.style.page === "auto" ? around : box.style.page;
  if (!isColumn(box)) return [{ name, box }];
  const groups: { name: string; children: Box[] }[] = [];
  // Out-of-flow boxes stay with the content before them. Without content before them, they stay with the first content.
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
    // The maximum number of pages also limits the groups, because each group begins a page.
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
 * Splits a box into parts with the given children. Only the first part keeps the top edge and the list marker. Only the last
 * part keeps the bottom edge (CSS Fragmentation Level 3 §5.4).
 */
export function slices(box: BlockBox, parts: readonly Box[][]): BlockBox[] {
  const first = sliced(box.style, false, true);
  const middle = sliced(box.style, true, true);
  const last = sliced(box.style, true, false);
  return parts.map((children, index) => ({
    ...box,
    style: index === 0 ? first : index < parts.length - 1 ? middle : last,
    // Only the first part keeps the element. Otherwise, link targets and outline entries would exist several times.
    element: index === 0 || isOuter(box) ? box.element : null,
    marker: index === 0 ? box.marker : null,
    ...(box.strings && index > 0 && { strings: [] }),
    children,
  }));
}

/**
 * Returns true for the html and body elements. Each part keeps them, because their background covers the page and their height
 * can be the height of a page.
 */
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
    // A specified height applies to the whole box, not to one part.
    height: typeof style.height === "number" ? "auto" : style.height,
    minHeight: typeof style.minHeight === "number" ? "auto" : style.minHeight,
  };
}
