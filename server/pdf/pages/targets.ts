import { pdfWarnings, type Warnings } from "../warnings";
import { withTexts, type BlockBox, type Box } from "../boxes/box";
import { withTargets } from "../boxes/content";
import type { Prepared } from "../document";
import type { Fragment } from "../layout/fragment";
import { sequenceOf, type LaidRun, type Sequence } from "./sequence";

/* Page numbers of link targets, for example in a table of contents (CSS Generated Content Level 3 §2.6). */

/** Maximum number of layouts. The numbers can move their targets to other pages. */
const MOST = 4;
/** Number that is shown in the first layout, in which no page is known. */
const GUESS = 10;

/** Lays out a document. Repeats the layout until the shown page numbers of link targets are right. */
export function numberedSequence(prepared: Prepared, warnings: Warnings): Sequence {
  const { counted } = prepared;
  if (counted.size === 0) return sequenceOf(prepared, warnings);
  let known: ReadonlyMap<string, number> | null = null;
  for (let layouts = 1; ; layouts++) {
    const before: typeof known = known;
    const pageOf = (target: string) => (before ? before.get(target) : GUESS);
    const root = withTexts(prepared.root, (text) => withTargets(text, pageOf)) as BlockBox;
    const sequence = sequenceOf({ ...prepared, root }, warnings);
    const found = pagesOfTargets(sequence.runs, counted);
    const isStable = [...counted].every((target) => found.get(target) === before?.get(target));
    if ((before && isStable) || layouts === MOST) {
      for (const target of counted)
        if (!found.has(target))
          warnings.add(pdfWarnings.left_out({ name: `target-counter(${target.slice(0, 60)})` }));
      return sequence;
    }
    known = found;
  }
}

/** Returns the number of the page on which each target begins. Targets are written as `#id`. */
function pagesOfTargets(runs: readonly LaidRun[], targets: ReadonlySet<string>): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const { strip, first, count, pages } of runs) {
    const add = (id: string | null | undefined, top: number) => {
      const page = Math.max(0, pages.at(top));
      // Content below the last page of this part is laid out again in the next part.
      if (id && page < count && targets.has(`#${id}`) && !found.has(`#${id}`))
        found.set(`#${id}`, first + page);
    };
    gather(strip, 0, add);
  }
  return found;
}

type Add = (id: string | null | undefined, top: number) => void;

function gather(fragment: Fragment, y: number, add: Add) {
  if (fragment.kind === "text" || fragment.kind === "inline" || isRepeated(fragment)) return;
  const top = y + fragment.y;
  if (fragment.kind === "box") add(idOf(fragment.box), top + (fragment.moved?.y ?? 0));
  for (const child of fragment.children)
    if (child.kind === "inline") add(child.id, top);
    else gather(child, top, add);
  // An inline box without content can have no fragment.
  if (fragment.kind === "box" && fragment.box.kind === "block" && fragment.box.inline)
    for (const child of fragment.box.children) if (child.kind === "inline") add(idOf(child), top);
}

const idOf = ({ element }: Box) => element?.attribs["id"];

const isRepeated = (fragment: Fragment) =>
  fragment.kind === "box" && fragment.out === true && Boolean(fragment.head ?? fragment.foot);
