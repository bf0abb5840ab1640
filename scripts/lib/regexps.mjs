// Finds regular expressions that take more than linear time for some input, because a slow one blocks all requests.
import { JS, CombinedTransformer, Transformers, transform, visitAst } from "refa";
import { getFirstConsumedCharAfter, getMatchingDirection, isPotentiallyEmpty } from "regexp-ast-analysis";
import { analyse } from "scslre";

const OPTIONS = { ignoreAmbiguity: true, ignoreOrder: true };
const simplify = Transformers.simplify(OPTIONS);
const inline = new CombinedTransformer([
  Transformers.inline(OPTIONS),
  Transformers.removeDeadBranches(OPTIONS),
  Transformers.replaceAssertions({ ...OPTIONS, replacement: "empty-set" }),
]);

/** Returns the quantifiers that are reached without consuming a character. */
function* firstQuantifiers(node, flags) {
  if (node.type === "Quantifier") yield node;
  else if (node.type === "Alternative") {
    const elements = getMatchingDirection(node) === "ltr" ? node.elements : node.elements.toReversed();
    for (const element of elements) {
      yield* firstQuantifiers(element, flags);
      if (!isPotentiallyEmpty(element, flags)) break;
    }
  } else for (const alternative of node.alternatives ?? []) yield* firstQuantifiers(alternative, flags);
}

/** Tells whether the element matches at least one word without looking at what surrounds it. */
function consumes(parser, element) {
  if (element.type === "Assertion" || element.type === "Backreference") return false;
  const { expression } = parser.parseElement(element, { assertions: "parse", backreferences: "disable" });
  const words = transform(inline, transform(simplify, expression));
  let found = false;
  visitAst(words, { onCharacterClassEnter: () => void (found = true) });
  return found;
}

/**
 * Returns the parts of a regular expression that make it slow. A search begins again after each character: `/(?:ab)+:/` takes
 * quadratic time for `ababab…`, and scslre finds only words of one character.
 * @param {{ source: string, flags: string }} literal
 * @param {boolean} whole whether nothing follows the expression that could refuse what it matched
 * @returns {string[]}
 */
export function slowParts({ source, flags }, whole) {
  if (!/[*+]|\{\d+,\}/.test(source)) return [];
  const parser = JS.Parser.fromLiteral({ source, flags });
  const { pattern, flags: parsed } = parser.ast;
  const sticky = flags.includes("y");
  const slow = new Set();
  const { reports } = analyse(
    { pattern, flags: parsed },
    { reportTypes: { Move: !sticky }, assumeRejectingSuffix: !whole },
  );
  for (const report of reports) slow.add(report.type === "Trade" ? report.startQuant.raw : report.quant.raw);
  for (const quantifier of sticky ? [] : firstQuantifiers(pattern, parsed)) {
    if (quantifier.max !== Infinity || !consumes(parser, quantifier.element)) continue;
    if (whole) {
      const after = getFirstConsumedCharAfter(quantifier, getMatchingDirection(quantifier), parsed);
      if (after.empty && after.look.char.isAll) continue;
    }
    slow.add(quantifier.raw);
  }
  return [...slow];
}
