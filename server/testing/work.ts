import vm from "node:vm";

/** Limit in milliseconds of work that takes milliseconds, and minutes if it is not linear. A busy machine does not reach it. */
export const HANG_MS = 5_000;

/**
 * Runs synchronous work, and throws if it hangs. Ends also native code, such as a regular expression. Choose an input for which
 * quadratic work takes minutes.
 */
export function endsSoon<T>(work: () => T): T {
  return vm.runInNewContext("work()", { work }, { timeout: HANG_MS }) as T;
}

/** Lets all work continue that waits for no other process: ten turns of the event loop. */
export async function turnsOfLoop(turns = 10): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await new Promise<void>((resolve) => setImmediate(resolve));
}
