import type { CodedText } from "../../kernel/texts/define";
import { pdfWarnings } from "../warnings";
import { unknownFunctions } from "./content-parts";
import type { Declaration } from "./declarations";
import { isSet } from "./property";
import { unsupportedValues } from "./style";

/* Finds declarations that a browser would apply but this renderer does not. Adds a warning for each of these declarations. */

/** Tests of properties that are not in the style. A test returns true if the renderer does not support the value. */
const unsupported: Record<string, (value: string) => boolean> = {
  ...unsupportedValues,
  ...Object.fromEntries(
    [
      "backdrop-filter",
      "border-image",
      "border-image-source",
      "column-span",
      "filter",
      "list-style-image",
      "mask",
      "mask-image",
      "mix-blend-mode",
      "shape-outside",
      "writing-mode",
    ].map((property) => [property, isSet]),
  ),
  "column-rule": (value) => isSet(value) && !/\bnone\b|^0/.test(value),
  "object-position": (value) => isSet(value) && !/^(center|50%)(\s+(center|50%))?$/.test(value),
};

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
    if (isSet(value)) for (const kind of kinds) if (kind) found.add(kind);
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
