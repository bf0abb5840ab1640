import type { CodedText } from "../../kernel/texts/define";
import { pdfWarnings } from "../warnings";
import { unknownFunctions } from "./content-parts";
import type { Declaration } from "./declarations";
import { commaParts, words } from "./values";

/* Finds declarations that a browser would apply but this renderer does not. Adds a warning for each of these declarations. */

const isNothing = (value: string) =>
  /^(none|normal|initial|unset|revert|revert-layer|inherit|auto|horizontal-tb|0(px)?)$/i.test(value);
const always = (value: string) => !isNothing(value);
/** Returns true if the value contains a colour function that the renderer does not support. */
const isOddColour = (value: string) => /(^|[\s,(])(lab|lch|color|light-dark)\(/i.test(value);
const hasNamedLines = (value: string) => /\[|\bsubgrid\b/i.test(value);

/** Tests by property name. A test returns true if the renderer does not support the value. */
const unsupported: Record<string, (value: string) => boolean> = {
  "backdrop-filter": always,
  "background-clip": (value) => value.includes("text"),
  "background-color": isOddColour,
  "background-image": (value) => /conic-gradient/i.test(value) || isOddColour(value),
  "border-image": always,
  "border-image-source": always,
  "box-shadow": (value) => commaParts(value).some(isSoftInset),
  "border-top-color": isOddColour,
  "clip-path": (value) => always(value) && !/^(inset|circle|ellipse|polygon|path)\(/i.test(value),
  color: isOddColour,
  "column-rule": (value) => always(value) && !/\bnone\b|^0/.test(value),
  "column-span": always,
  filter: always,
  "grid-template-columns": hasNamedLines,
  "grid-template-rows": hasNamedLines,
  "list-style-image": always,
  mask: always,
  "mask-image": always,
  "mix-blend-mode": always,
  "object-position": (value) => always(value) && !/^(center|50%)(\s+(center|50%))?$/.test(value),
  "shape-outside": always,
  transform: (value) => /\b(matrix|skew|perspective)\w*\(/i.test(value),
  "-webkit-background-clip": (value) => value.includes("text"),
  "writing-mode": always,
};

/** Returns true for an inset shadow with a blur radius. */
function isSoftInset(shadow: string): boolean {
  const parts = words(shadow);
  const [, , blur = "0"] = parts.filter((part) => /^-?[\d.]/.test(part));
  return parts.includes("inset") && Number.parseFloat(blur) > 0;
}

/** Returns the names of the properties whose declarations the renderer does not support. Names functions in `content`. */
export const unsupportedIn = (declarations: Declaration[], isMargin = false): string[] =>
  declarations.flatMap(({ property, value }) => {
    if (property === "content") return unknownFunctions(value, isMargin).map((name) => `content: ${name}()`);
    return Object.hasOwn(unsupported, property) && unsupported[property]!(value) ? [property] : [];
  });

const PSEUDOS = /^(first|left|right|blank)$/;
/** Properties of @page that the renderer does not support: padding, borders, outlines and background images. */
const ON_PAGE = /^(?:(padding)-\w+|(border|outline)-(?:\w+-)?style|(background-image))$/;

/**
 * Adds a warning for each unsupported property or selector of an @page rule. The selector `:blank` causes no warning, because a
 * document has no blank pages.
 */
export function warnOfUnsupportedPage(
  selector: string,
  pseudos: readonly string[],
  declarations: Declaration[],
  warnings: CodedText[],
) {
  const name = `@page ${selector.trim()}`.trim().slice(0, 80);
  const found = new Set<string>();
  for (const { property, value } of declarations) {
    const [, ...kinds] = ON_PAGE.exec(property) ?? [];
    if (always(value)) for (const kind of kinds) if (kind) found.add(kind);
  }
  if (pseudos.every((pseudo) => PSEUDOS.test(pseudo)))
    for (const kind of found) warnings.push(pdfWarnings.property_left_out({ property: kind, place: name }));
  else warnings.push(pdfWarnings.left_out({ name }));
}

export function warnOfUnsupported(
  selector: string,
  declarations: Declaration[],
  warnings: CodedText[],
  isMargin = false,
) {
  for (const property of unsupportedIn(declarations, isMargin))
    warnings.push(pdfWarnings.property_left_out({ property, place: selector.slice(0, 80) }));
}
