/** Waits until these jobs have ended, but no longer: a job that hangs must not hold up the end of the process. */
export async function settledWithin(ms: number, jobs: Iterable<Promise<unknown>>): Promise<void> {
  let late: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => (late = setTimeout(resolve, ms)));
  await Promise.race([Promise.allSettled(jobs), limit]);
  clearTimeout(late);
}
