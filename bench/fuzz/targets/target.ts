/** A fuzz target: a function of a text that throws only if the product has a defect. */
export interface Target {
  run(input: string): unknown;
  /** Inputs beside those of the corpus, which hold what is new in each run, as signatures. */
  seeds?: string[];
  /** Parts of the language that the inputs are of. */
  words: string[];
  /** True if the inputs are JSON; they are then mutated as JSON values. */
  json?: boolean;
  /** Milliseconds that one input may take; 250. */
  limitMs?: number;
  /** Characters of the longest input; 8192. */
  longest?: number;
}

/** Fails the run. */
export function check(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(`oracle: ${what}`);
}

/** Runs what may refuse by these errors alone, and gives what it gave, or null where it refused. */
export function refusing<T>(
  work: () => T,
  ...expected: (abstract new (...args: never[]) => Error)[]
): T | null {
  try {
    return work();
  } catch (error) {
    if (expected.some((kind) => error instanceof kind)) return null;
    throw error;
  }
}

/** The same for what comes later. */
export async function refusingLater<T>(
  work: () => Promise<T>,
  ...expected: (abstract new (...args: never[]) => Error)[]
): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (expected.some((kind) => error instanceof kind)) return null;
    throw error;
  }
}

/** The input as JSON; undefined where it is none. */
export function jsonOf(input: string): unknown {
  try {
    return JSON.parse(input) as unknown;
  } catch {
    return undefined;
  }
}
