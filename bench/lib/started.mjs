// What suites start, so that one that fails leaves neither a server that takes the next one's cores nor a database.
/** @type {Set<() => unknown>} */
const running = new Set();

/** Gives the way to end something, which also happens when its suite ends without it. @param {() => unknown} end */
export function ending(end) {
  running.add(end);
  return async () => {
    if (running.delete(end)) await end();
  };
}

/** Ends what a suite has left, the last thing first. */
export async function endWhatIsLeft() {
  for (const end of [...running].reverse()) {
    running.delete(end);
    await end();
  }
}
