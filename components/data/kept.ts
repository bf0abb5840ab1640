/** Prefix of the cookies for preferences of the browser. */
const PREFIX = "castellan_kept.";

export const keptName = (name: string) => PREFIX + name;

/** Returns the stored texts among the cookies of a request. */
export const keptAmong = (cookies: { name: string; value: string }[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    cookies.filter(({ name }) => name.startsWith(PREFIX)).map(({ name, value }) => [name, value]),
  );
