import type { Element } from "domhandler";
import type { Style } from "../css/style";
import { words } from "../css/values";

/* Counters (CSS Lists Level 3 §4). */

export interface Counters {
  /**
   * Applies the counter properties of an element. Returns a function that ends the counters of the children of this element.
   */
  enter: (element: Element, style: Style, pseudo?: boolean) => () => void;
  value: (name: string) => number;
  values: (name: string) => number[];
}

const MOST = 1_000_000_000;

export function createCounters(): Counters {
  const stacks = new Map<string, number[]>();
  // Names of counters to end, for each open element. A counter ends together with the parent of the element that creates the
  // counter, because later siblings of this element can use the counter.
  const frames: string[][] = [[]];
  const begin = (name: string, value: number) => {
    const stack = stacks.get(name) ?? [];
    stacks.set(name, stack);
    stack.push(value);
  };
  /** Creates a counter. Replaces the counter of the same name that an earlier sibling created. */
  const reset = (name: string, value: number) => {
    const created = frames.at(-1)!;
    if (created.includes(name)) stacks.get(name)!.pop();
    else created.push(name);
    begin(name, value);
  };
  const change = (name: string, by: number) => {
    const stack = stacks.get(name);
    // An increment without a counter creates one.
    if (!stack || stack.length === 0) reset(name, by);
    else stack[stack.length - 1] = Math.max(-MOST, Math.min(MOST, stack.at(-1)! + by));
  };
  const countItem = ({ parent, attribs }: Element) => {
    const reversed = parent && "attribs" in parent && "reversed" in parent.attribs;
    const value = Number.parseInt(attribs["value"] ?? "", 10);
    const stack = stacks.get("list-item");
    if (Number.isFinite(value) && stack && stack.length > 0)
      stack[stack.length - 1] = Math.max(-MOST, Math.min(MOST, value));
    else change("list-item", reversed ? -1 : 1);
  };
  return {
    enter: (element, style, pseudo = false) => {
      const resets = counted(style.counterReset, 0);
      const increments = counted(style.counterIncrement, 1);
      for (const [name, value] of resets) reset(name, value);
      // A style sheet can replace the counting of lists and of their items.
      const isList = !pseudo && /^(ol|ul|menu|dir)$/.test(element.name) && !names(resets, "list-item");
      if (isList) begin("list-item", countBefore(element));
      if (!pseudo && style.display === "list-item" && !names(increments, "list-item")) countItem(element);
      for (const [counter, by] of increments) change(counter, by);
      frames.push([]);
      return () => {
        for (const counter of frames.pop() ?? []) stacks.get(counter)?.pop();
        if (isList) stacks.get("list-item")?.pop();
      };
    },
    value: (name) => stacks.get(name)?.at(-1) ?? 0,
    values: (name) => (stacks.get(name)?.length ? stacks.get(name)! : [0]),
  };
}

/**
 * Returns the counter value before the first item of a list. The value depends on the attributes `start` and `reversed` of the
 * list.
 */
function countBefore(list: Element): number {
  if ("reversed" in list.attribs) return items(list) + 1;
  const start = list.attribs["start"];
  return (Number.parseInt(start ?? "", 10) || (start === "0" ? 0 : 1)) - 1 || 0;
}

const items = (list: Element) => list.children.filter((node) => "name" in node && node.name === "li").length;

const names = (changes: readonly [string, number][], counter: string) =>
  changes.some(([name]) => name === counter);

function counted(text: string, otherwise: number): [string, number][] {
  if (text === "none") return [];
  const found: [string, number][] = [];
  for (const word of words(text)) {
    const last = found.at(-1);
    if (/^-?\d{1,9}$/.test(word) && last) last[1] = Number(word);
    else if (/^[a-z_-][\w-]*$/i.test(word)) found.push([word, otherwise]);
  }
  return found;
}
