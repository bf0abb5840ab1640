/**
 * Creates a function that runs at most `most` jobs at the same time. Further jobs wait in the order of their calls. Prevents
 * one large request from blocking the requests of other clients.
 */
export function atMostBeside(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      // The next waiting job replaces the ended job.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
