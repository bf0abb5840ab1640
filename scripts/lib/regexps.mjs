// Finds regular expressions that take more than linear time for some input, because a slow one blocks all requests.
import { JS, NFA, CombinedTransformer, Transformers, isDisjointWith, transform, visitAst } from "refa";
import {
  getFirstConsumedCharAfter,
  getMatchingDirection,
  isPotentiallyEmpty,
  matchesAllCharacters,
} from "regexp-ast-analysis";
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

/**
 * Returns the unbounded quantifiers within which a search can begin again: what the elements before a quantifier match, the
 * quantifier matches, too, and the elements after it can refuse. `/&#[^;]*;/` takes quadratic time for `&#&#&#…`.
 */
function* restartedQuantifiers(parser, alternative, flags, before = [], after = []) {
  for (const [index, node] of alternative.elements.entries()) {
    const prefix = [...before, ...alternative.elements.slice(0, index)];
    const suffix = [...alternative.elements.slice(index + 1), ...after];
    if (node.type === "Group" || node.type === "CapturingGroup")
      for (const inner of node.alternatives)
        yield* restartedQuantifiers(parser, inner, flags, prefix, suffix);
    if (node.type !== "Quantifier" || node.max !== Infinity) continue;
    if (!suffix.some((next) => canRefuse(next, node, flags))) continue;
    if (prefix.every((element) => isPotentiallyEmpty(element, flags))) continue;
    if (!isDisjointWith(wordsOf(parser, prefix), wordsOf(parser, [node]))) yield node;
  }
}

/** Tells whether an element can refuse what the quantifier before it matched. `/[^]*?(?:;|$)/` refuses nothing. */
function canRefuse(element, { element: repeated }, flags) {
  const isEnd = ({ elements: [first, ...more] }) => first?.kind === "end" && more.length === 0;
  const isAny = /^Character(?:Set|Class)$/.test(repeated.type) && matchesAllCharacters(repeated, flags);
  if (isAny && !flags.multiline && element.alternatives?.some(isEnd)) return false;
  return element.type === "Assertion" || !isPotentiallyEmpty(element, flags);
}

/** Returns the words that the elements match, without those that depend on what surrounds them. */
function wordsOf(parser, elements) {
  const parts = elements.map((element) => ({
    type: "Alternation",
    alternatives: bare(parser, element).alternatives,
  }));
  const characters = { maxCharacter: parser.maxCharacter };
  return NFA.fromRegex({ type: "Concatenation", elements: parts }, characters);
}

/** Returns an element without assertions and references. */
function bare(parser, element) {
  const { expression } = parser.parseElement(element, { assertions: "parse", backreferences: "disable" });
  return transform(inline, transform(simplify, expression));
}

/** Tells whether the element matches at least one word without looking at what surrounds it. */
function consumes(parser, element) {
  if (element.type === "Assertion" || element.type === "Backreference") return false;
  let found = false;
  visitAst(bare(parser, element), { onCharacterClassEnter: () => void (found = true) });
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
  for (const alternative of sticky ? [] : pattern.alternatives)
    for (const quantifier of restartedQuantifiers(parser, alternative, parsed)) slow.add(quantifier.raw);
  return [...slow];
}
