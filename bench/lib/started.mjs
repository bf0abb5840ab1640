// Resources of the suites. A failed suite must not leave a database, or a server on the cores of the next suite.
/** @type {Set<() => unknown>} */
const running = new Set();

/**
 * Returns a function that releases a resource. `endWhatIsLeft` also releases it if the suite did not.
 * @param {() => unknown} end
 */
export function ending(end) {
  running.add(end);
  return async () => {
    if (running.delete(end)) await end();
  };
}

/** Releases the remaining resources of a suite, the newest first. */
export async function endWhatIsLeft() {
  for (const end of [...running].reverse()) {
    running.delete(end);
    await end();
  }
}
