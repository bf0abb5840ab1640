/** The names of the cookies in which a browser keeps what its reader has arranged begin so. */
const PREFIX = "castellan_kept.";

export const keptName = (name: string) => PREFIX + name;

/** What is kept among all cookies of a request. */
export const keptAmong = (cookies: { name: string; value: string }[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    cookies.filter(({ name }) => name.startsWith(PREFIX)).map(({ name, value }) => [name, value]),
  );
