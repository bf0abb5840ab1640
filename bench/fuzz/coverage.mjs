// Coverage of the product's code by blocks, with V8's precise coverage (Profiler.startPreciseCoverage of the
// inspector).
import { Session } from "node:inspector/promises";

/** Starts the measurement. Returns a function that returns true if the code since its last call reached a block for the first time. */
export async function coverage() {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  const seen = new Set();
  let latest = [];
  const look = async () => {
    const { result } = await session.post("Profiler.takePreciseCoverage");
    latest = [];
    for (const { url, functions } of result) {
      if (!url.includes("/server/") || url.includes("/node_modules/")) continue;
      for (const { ranges } of functions)
        for (const { startOffset, endOffset, count } of ranges) {
          const block = `${url}:${startOffset}-${endOffset}`;
          if (count === 0 || seen.has(block)) continue;
          seen.add(block);
          latest.push(block);
        }
    }
    return latest.length > 0;
  };
  /**
   * Marks the blocks of the last call as new again, so that the caller can find the input that reached them.
   */
  look.forget = () => {
    for (const block of latest) seen.delete(block);
  };
  return look;
}
