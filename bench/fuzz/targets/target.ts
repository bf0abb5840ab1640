/** A fuzz target: a function of a text that throws only if the product has a defect. */
export interface Target {
  run(input: string): unknown;
  /** Inputs besides the corpus with values that are new in each run, such as signatures. */
  seeds?: string[];
  /** Parts of the language of the inputs. */
  words: string[];
  /** True if the inputs are JSON; they are then mutated as JSON values. */
  json?: boolean;
  /** Time limit of one input in milliseconds; 250 by default. */
  limitMs?: number;
  /** Maximum length of an input in characters; 8192 by default. */
  longest?: number;
}

/** Throws if the oracle does not hold. */
export function check(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(`oracle: ${what}`);
}

/** Runs `work`. Returns its result, or null for one of the expected errors. */
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

/** Runs asynchronous `work`. Returns its result, or null for one of the expected errors. */
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

/** Returns the input as JSON; undefined if it is not JSON. */
export function jsonOf(input: string): unknown {
  try {
    return JSON.parse(input) as unknown;
  } catch {
    return undefined;
  }
}
