import { Session, type Profiler } from "node:inspector/promises";

/*
 * Counts the work of JavaScript. Import it before the module under test, and only in files that run in a process of their own:
 * V8 counts the blocks of functions that it compiles after the start, and counting makes the process slower.
 */

const session = new Session();
session.connect();
await session.post("Profiler.enable");
await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });

const blocksIn = ({ functions }: Profiler.ScriptCoverage) =>
  functions.reduce((sum, { ranges }) => sum + ranges.reduce((blocks, { count }) => blocks + count, 0), 0);

/**
 * Runs `work` and returns its result with the number of blocks that this thread executed meanwhile. The number is the same on a
 * slow and on a fast machine, apart from the blocks of timers and of other work. It includes no native code, such as regular
 * expressions.
 */
export async function blocksOf<T>(work: () => Promise<T>): Promise<{ result: T; blocks: number }> {
  // Sets the counts to zero.
  await session.post("Profiler.takePreciseCoverage");
  const result = await work();
  const { result: scripts } = await session.post("Profiler.takePreciseCoverage");
  return { result, blocks: scripts.reduce((sum, script) => sum + blocksIn(script), 0) };
}
