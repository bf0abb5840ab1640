import type { CodedText } from "../kernel/texts/define";

/** Warnings about one document, each once, in the order in which they were found. */
export class Warnings implements Iterable<CodedText> {
  readonly #found = new Map<string, CodedText>();

  add(warning: CodedText) {
    this.#found.set(JSON.stringify(warning), warning);
  }

  [Symbol.iterator]() {
    return this.#found.values();
  }
}
