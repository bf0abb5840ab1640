import type { Style } from "../css/style";
import { isOutOfFlow, type Box } from "./box";
import { anonymous, blockOf, isBlank } from "./build";

/*
 * The boxes that a table lacks: a cell without a row gets one, what stands loose in a row gets a cell (CSS Tables Level 3
 * §3.2).
 */

const GROUP = /^table-(row-group|header-group|footer-group)$/;
const displayOf = (box: Box) =>
  box.kind === "block" || box.kind === "replaced" ? box.style.display : "inline";
const isPart = (box: Box) =>
  /^table-(row|cell|caption|row-group|header-group|footer-group|column|column-group)$/.test(displayOf(box));

const parent: Record<string, { wanted: RegExp; wrapper: string }> = {
  table: {
    wanted: /^table-(row-group|header-group|footer-group|row|caption|column|column-group)$/,
    wrapper: "table-row",
  },
  "inline-table": {
    wanted: /^table-(row-group|header-group|footer-group|row|caption|column|column-group)$/,
    wrapper: "table-row",
  },
  "table-row-group": { wanted: /^table-row$/, wrapper: "table-row" },
  "table-header-group": { wanted: /^table-row$/, wrapper: "table-row" },
  "table-footer-group": { wanted: /^table-row$/, wrapper: "table-row" },
  "table-row": { wanted: /^table-cell$/, wrapper: "table-cell" },
};

/** A table's or a row's children, each of the kind that belongs there. */
export function tableChildren(children: Box[], style: Style): Box[] {
  const rule = parent[style.display];
  if (!rule) return children;
  const result: Box[] = [];
  let loose: Box[] = [];
  const end = () => {
    if (loose.some((box) => !isBlank(box)))
      result.push(blockOf(null, anonymous(style, rule.wrapper), loose, null));
    loose = [];
  };
  for (const child of children) {
    if (rule.wanted.test(displayOf(child))) {
      end();
      result.push(child);
    } else if (!isBlank(child) || loose.length > 0) loose.push(child);
  }
  end();
  return result.filter((box) => !isOutOfFlow(box) || GROUP.test(displayOf(box)));
}

/** Rows and cells that stand outside a table, in a table of their own. */
export function wrapStrayCells(children: Box[], style: Style): Box[] {
  if (!children.some(isPart)) return children;
  const result: Box[] = [];
  let parts: Box[] = [];
  const end = () => {
    if (parts.length > 0) {
      const table = anonymous(style, "table");
      result.push({ ...blockOf(null, table, parts, null) });
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
