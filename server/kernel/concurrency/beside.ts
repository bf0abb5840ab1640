/**
 * Creates a function that runs at most `most` jobs at the same time. The others wait in order. Prevents one
 * large request from blocking the requests of others.
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
      // The next waiting job takes this place.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
