import { defineTexts, type CodedText } from "../kernel/texts/define";

/** Warnings about parts of a template that have no effect in the document. */
export const pdfWarnings = defineTexts("pdf_warning", {
  import_left_out: "@import is left out: nothing is fetched",
  font_face_left_out: "@font-face {family} is left out: only data: URIs are read",
  font_face_unreadable: "@font-face {family} cannot be read",
  letter_missing: "no font has the letter {letter} (U+{codePoint})",
  selector_unknown: "the selector {selector} is not understood",
  left_out: "{name} is left out",
  property_left_out: "{property} of {place} is left out",
  link_left_out: "link {address} is left out: nothing is fetched",
  script_left_out: "script is left out: nothing is run",

  clip_path_with_text: "clipPath with text of svg is left out",
  pattern_in_text: "pattern in text of svg is left out",
  pattern_in_line: "pattern in a line of svg is left out",

  picture_left_out: "{element} {address} is left out: {reason}",
  picture_unknown: "the organization has no such picture",
  picture_not_embedded: "only data: URIs and asset: are shown, nothing is fetched",
  picture_unreadable: "it is no picture that can be read (PNG, JPEG, WebP, GIF or SVG)",
  picture_malformed: "its pixels are not what it says that they are",
  picture_too_large: "it has more than {max} million pixels",
  pictures_too_large: "transparent pictures have more than {max} million pixels together",
});

/** Warnings about one document without duplicates, in the order in which they were added. */
export class Warnings implements Iterable<CodedText> {
  readonly #found = new Map<string, CodedText>();

  add(warning: CodedText) {
    this.#found.set(JSON.stringify(warning), warning);
  }

  [Symbol.iterator]() {
    return this.#found.values();
  }
}
