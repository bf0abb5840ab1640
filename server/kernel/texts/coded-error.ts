import type { CodedText } from "./define";
import { textIn } from "./text";

/** An error with a text for people. Its `message` is the English text. */
export class CodedError extends Error {
  constructor(
    readonly text: CodedText,
    options?: ErrorOptions,
  ) {
    super(textIn("en", text), options);
    this.name = "CodedError";
  }
}
