import type { NamedString } from "../boxes/box";
import type { BoxFragment } from "../layout/fragment";
import { pageTop, SLACK, type Pages } from "./page-tops";

/*
 * Values of named strings on pages. Example: a page header shows the title of the chapter (CSS Generated Content for Paged
 * Media §1.1).
 */

interface Setting extends NamedString {
  /** Number of the page on which the string is set, counted from 1. */
  page: number;
  /** True if the string is set at the top of the page. */
  atTop: boolean;
}

/**
 * Returns the value of a named string on a page. `which` is the keyword of `string()`. Returns an empty text if the string is
 * not set.
 */
type PageStrings = (page: number, name: string, which: string) => string;

/** Collects the named strings of all parts of the document. `any` is false if no element sets a named string. */
export function stringsIn(
  runs: readonly { strip: BoxFragment; first: number; count: number; pages: Pages }[],
  any: boolean,
): PageStrings {
  const byName = new Map<string, Setting[]>();
  if (any)
    for (const { strip, first, count, pages } of runs)
      gather(strip, strip.y, (fragment, top) => {
        const page = Math.max(0, pages.at(top));
        // Content below the last page of this part is laid out again in the next part.
        if (page >= count) return;
        const above = fragment.style.margin[0];
        const atTop =
          top - pageTop(top, pages) <= SLACK + (typeof above === "number" ? Math.max(0, above) : 0);
        for (const string of strings(fragment)) {
          const known = byName.get(string.name);
          const setting = { ...string, page: first + page, atTop };
          if (known) known.push(setting);
          else byName.set(string.name, [setting]);
        }
      });
  return (page, name, which) => {
    const all = byName.get(name) ?? [];
    const before = all.findLast((one) => one.page < page);
    const on = all.filter((one) => one.page === page);
    switch (which) {
      case "last":
        return (on.at(-1) ?? before)?.value ?? "";
      case "start":
        return (on[0]?.atTop ? on[0] : before)?.value ?? "";
      case "first-except":
        return on.length > 0 ? "" : (before?.value ?? "");
      default:
        return (on[0] ?? before)?.value ?? "";
    }
  };
}

const strings = ({ box }: BoxFragment): readonly NamedString[] =>
  (box.kind === "block" ? box.strings : undefined) ?? [];

/** Calls `found` for each box that sets a named string, in document order. Skips repeated headers and footers of tables. */
function gather(fragment: BoxFragment, top: number, found: (fragment: BoxFragment, top: number) => void) {
  if (strings(fragment).length > 0) found(fragment, top);
  for (const child of fragment.children) {
    if (child.kind === "box" && !(child.out && (child.head || child.foot)))
      gather(child, top + child.y, found);
    if (child.kind === "line")
      for (const part of child.children) if (part.kind === "box") gather(part, top + child.y + part.y, found);
  }
}
