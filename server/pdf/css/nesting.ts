import type * as csstree from "css-tree";

/* Nested rules (CSS Nesting). This module splits the text of a block, because css-tree does not parse nested rules. */

const DEEPEST = 16;

/** Splits a block into its own declarations and its nested rules. Returns null if the block has no nested rules. */
export function nestedIn(block: csstree.Block, source: string): Nested | null {
  const text = block.loc
    ? source.slice(block.loc.start.offset + 1, block.loc.end.offset).replace(/\}$/, "")
    : "";
  return text.includes("{") ? taken(text, 0) : null;
}

interface Nested {
  declarations: string;
  rules: string;
}

/** Wraps the declarations of a nested at-rule in a rule with the selector `&`. Example: `@media … { color: red }`. */
function withSelector(text: string, nesting: number): string {
  const [, before = "", inside] =
    /^(\s*@(?:media|supports|layer|container)\b[^{]*)\{([\s\S]*)\}$/i.exec(text) ?? [];
  if (inside === undefined || nesting > DEEPEST) return text;
  const { declarations, rules } = taken(inside, nesting + 1);
  return `${before}{&{${declarations}}${rules}}`;
}

function taken(text: string, nesting: number): Nested {
  const found = { declarations: "", rules: "" };
  let from = 0;
  let depth = 0;
  const bare = text.replace(/\/\*[\s\S]*?(?:\*\/|$)/g, (comment) => " ".repeat(comment.length));
  for (let at = 0; at < bare.length; at++) {
    if (bare[at] === "{") depth += 1;
    else if (bare[at] === "}" && depth > 0) {
      depth -= 1;
      if (depth > 0) continue;
      found.rules += withSelector(bare.slice(from, at + 1), nesting);
      from = at + 1;
    } else if (bare[at] === ";" && depth === 0) {
      found.declarations += bare.slice(from, at + 1);
      from = at + 1;
    }
  }
  if (depth === 0) found.declarations += bare.slice(from);
  return found;
}
