/** The published part of a code: its parameters and, for a refusal, the HTTP status. */
export interface PublishedCode {
  status?: number;
  params: readonly string[];
}

/** Published codes, as the committed list contains them. */
export type PublishedCodes = Readonly<Record<string, PublishedCode>>;

const shape = ({ status, params }: PublishedCode) => JSON.stringify({ status, params });

/** Returns the published codes that were removed, or now have another status or other parameters. */
export const broken = (published: PublishedCodes, defined: PublishedCodes): string[] =>
  Object.entries(published)
    .filter(([code, was]) => !Object.hasOwn(defined, code) || shape(defined[code]!) !== shape(was))
    .map(([code]) => code);

/**
 * Returns the list with the new codes added, as JSON, one code a line, sorted. Entries of published codes
 * stay unchanged.
 */
export function listWith(published: PublishedCodes, defined: PublishedCodes): string {
  const lines = Object.entries({ ...defined, ...published })
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([code, its]) => `  ${JSON.stringify(code)}: ${shape(its)}`);
  return `{\n${lines.join(",\n")}\n}\n`;
}
