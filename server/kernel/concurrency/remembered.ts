/**
 * Creates a function that returns the result of `read`, at most `ms` milliseconds old. The first call after half of `ms` starts
 * a new read in the background and returns the old result. Frequent callers therefore never wait. After a failed read, the next
 * call reads again.
 */
export function remembered<T>(read: () => Promise<T>, ms: number): () => Promise<T> {
  let known: { value: Promise<T>; at: number } | null = null;
  let reading: Promise<T> | null = null;
  const readAgain = () => {
    if (reading !== null) return reading;
    const at = Date.now();
    const value = read();
    reading = value;
    const done = (result: typeof known) => () => {
      reading = null;
      known = result;
    };
    value.then(done({ value, at }), done(known));
    return value;
  };
  return () => {
    const age = known === null ? Infinity : Date.now() - known.at;
    if (known === null || age > ms) return readAgain();
    if (age > ms / 2) void readAgain();
    return known.value;
  };
}
