import type { Element } from "domhandler";
import type { Matched } from "../css/cascade";
import type { Styled } from "../css/compute";
import { isFlowBlock } from "../css/display";
import { isOutOfFlow, type BlockBox, type Box, type TextBox } from "./box";
import { createBlock, isBlank, type Build } from "./build";
import { textStyleOf } from "./content";

/* Styles for the first letter and the first line of a block (CSS Pseudo-Elements Level 4 §2). */

/** If a `::first-letter` rule matches the element, puts the first letter of the block into a box of its own. */
export function withFirstLetter(element: Element, children: Box[], styled: Styled, build: Build): Box[] {
  const matched = build.cascade.pseudo(element, "first-letter");
  return matched && isBlockContainer(styled)
    ? (opened(children, (text) => letterOf(text, matched, styled, build)) ?? children)
    : children;
}

/** If a `::first-line` rule matches the element and the block contains lines, adds the style of the first line to the block. */
export function withFirstLine(element: Element, box: BlockBox, styled: Styled, build: Build): BlockBox {
  const matched = build.cascade.pseudo(element, "first-line");
  return matched && box.inline && isBlockContainer(styled)
    ? { ...box, firstLine: build.computer.styleOf(matched, styled).style }
    : box;
}

const isBlockContainer = ({ style }: Styled) =>
  isFlowBlock(style.display) ||
  style.display === "inline-block" ||
  style.display === "table-cell" ||
  style.display === "table-caption";

type Replace = (text: TextBox) => Box[] | null;

/**
 * Replaces the first text box in these boxes by the result of `replace`. Returns null if another kind of content comes before
 * the first text.
 */
function opened(children: readonly Box[], replace: Replace): Box[] | null {
  const at = children.findIndex((child) => !isPassed(child));
  const first = children[at];
  const instead = first && replaced(first, replace);
  return instead ? [...children.slice(0, at), ...instead, ...children.slice(at + 1)] : null;
}

function replaced(box: Box, replace: Replace): Box[] | null {
  if (box.kind === "text") return replace(box);
  if (box.kind !== "inline" && !isPlainBlock(box)) return null;
  const children = opened(box.children, replace);
  return children && [{ ...box, children }];
}

/** Returns true for a box that cannot contain the first letter: out-of-flow, blank or empty. */
const isPassed = (box: Box): boolean => isOutOfFlow(box) || isBlank(box) || isEmpty(box);

const isEmpty = (box: Box): boolean =>
  (box.kind === "inline" || isPlainBlock(box)) && box.children.every(isPassed);

const isPlainBlock = (box: Box): box is BlockBox => box.kind === "block" && isFlowBlock(box.style.display);

/** Pattern of the first letter with adjacent punctuation (§2.2.1). */
const LETTER =
  /^([\s]*)((?:\p{Ps}|\p{Pe}|\p{Pi}|\p{Pf}|\p{Po})*[\p{L}\p{N}\p{S}]\p{M}*(?:\p{Ps}|\p{Pe}|\p{Pi}|\p{Pf}|\p{Po})*)/u;

function letterOf(text: TextBox, matched: Matched, styled: Styled, { computer }: Build): Box[] | null {
  const [whole, blank = "", letter] = LETTER.exec(text.text) ?? [];
  if (whole === undefined || letter === undefined) return null;
  const { style } = computer.styleOf(matched, styled);
  const children: Box[] = [{ kind: "text", style: textStyleOf(style), element: null, text: letter }];
  const box: Box =
    style.display === "inline"
      ? { kind: "inline", style, element: null, children }
      : createBlock(null, style, children, null);
  const before: Box[] = blank === "" ? [] : [{ ...text, text: blank }];
  return [...before, box, { ...text, text: text.text.slice(whole.length) }];
}
