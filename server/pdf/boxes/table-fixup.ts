import { isRowGroup, isTable, type Display } from "../css/display";
import type { Style } from "../css/style";
import { isOutOfFlow, type Box } from "./box";
import { anonymous, createBlock, isBlank } from "./build";

/*
 * Adds missing anonymous boxes to tables. For example, adds a row around cells that are not in a row, and a cell around a row's
 * content that is not in a cell (CSS Tables Level 3 §3.2).
 */

const displayOf = (box: Box): Display =>
  box.kind === "block" || box.kind === "replaced" ? box.style.display : "inline";

const inTable: ReadonlySet<Display> = new Set([
  ...(["table-row-group", "table-header-group", "table-footer-group", "table-row"] as const),
  ...(["table-caption", "table-column", "table-column-group"] as const),
]);
const inGroup: ReadonlySet<Display> = new Set(["table-row"]);
const inRow: ReadonlySet<Display> = new Set(["table-cell"]);

const isPart = (box: Box) => inTable.has(displayOf(box)) || inRow.has(displayOf(box));

/**
 * Values of `display` that the children of a table part can have. Another child gets an anonymous parent, whose `display` is
 * `wrapper`.
 */
interface Rule {
  allowed: ReadonlySet<Display>;
  wrapper: Display;
}

function ruleOf(display: Display): Rule | null {
  if (isTable(display)) return { allowed: inTable, wrapper: "table-row" };
  if (isRowGroup(display)) return { allowed: inGroup, wrapper: "table-row" };
  return display === "table-row" ? { allowed: inRow, wrapper: "table-cell" } : null;
}

/** Returns the children of a table, row group or row. Wraps the children that are not allowed there in anonymous boxes. */
export function tableChildren(children: Box[], style: Style): Box[] {
  const rule = ruleOf(style.display);
  if (!rule) return children;
  const result: Box[] = [];
  let loose: Box[] = [];
  const end = () => {
    if (loose.some((box) => !isBlank(box)))
      result.push(createBlock(null, anonymous(style, rule.wrapper), loose, null));
    loose = [];
  };
  for (const child of children) {
    if (rule.allowed.has(displayOf(child))) {
      end();
      result.push(child);
    } else if (!isBlank(child) || loose.length > 0) loose.push(child);
  }
  end();
  return result.filter((box) => !isOutOfFlow(box) || isRowGroup(displayOf(box)));
}

/** Wraps rows and cells that are outside a table in an anonymous table. */
export function wrapStrayCells(children: Box[], style: Style): Box[] {
  if (!children.some(isPart)) return children;
  const result: Box[] = [];
  let parts: Box[] = [];
  const end = () => {
    if (parts.length > 0) {
      const table = anonymous(style, "table");
      result.push({ ...createBlock(null, table, parts, null) });
    }
    parts = [];
  };
  for (const child of children) {
    if (isPart(child)) parts.push(child);
    else if (parts.length === 0 || !isBlank(child)) {
      end();
      result.push(child);
    }
  }
  end();
  return result;
}
