const BITS = 32;
/**
 * Number of words in one block. A block covers 256 consecutive ids. The ids of one tenant are close to each other and therefore
 * share blocks.
 */
const WORDS = 8;

/** A set of ids as a sparse bitmap. A log has millions of events. A JavaScript Set needs 40 bytes for each id. */
export class IdSet {
  readonly #blocks = new Map<number, Uint32Array>();
  #size = 0;

  get size() {
    return this.#size;
  }

  add(id: number) {
    const number = Math.floor(id / (BITS * WORDS));
    const block = this.#blocks.get(number) ?? new Uint32Array(WORDS);
    this.#blocks.set(number, block);
    const within = id - number * BITS * WORDS;
    const word = Math.floor(within / BITS);
    const bit = (1 << (within % BITS)) >>> 0;
    if ((block[word]! & bit) !== 0) return;
    block[word]! |= bit;
    this.#size += 1;
  }
}
