import type { CodedText } from "../kernel/texts/define";

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
