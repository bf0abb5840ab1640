/** Prefix of the names of cookies with preferences. */
const PREFIX = "castellan_kept.";

export const keptName = (name: string) => PREFIX + name;

/** Returns the cookies with preferences, by name. */
export const keptAmong = (cookies: { name: string; value: string }[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    cookies.filter(({ name }) => name.startsWith(PREFIX)).map(({ name, value }) => [name, value]),
  );
