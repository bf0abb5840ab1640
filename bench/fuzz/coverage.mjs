// Which blocks of the product's code were reached, by V8's own counting (Profiler.startPreciseCoverage of the inspector).
import { Session } from "node:inspector/promises";

/** A function that tells whether a block was reached since the last time that no earlier input had reached. */
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
  /** Makes what the last look found new once more, so that the input can be found which reached it. */
  look.forget = () => {
    for (const block of latest) seen.delete(block);
  };
  return look;
}
