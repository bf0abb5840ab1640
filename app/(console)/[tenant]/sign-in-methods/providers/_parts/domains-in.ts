/**
 * Splits a text into domains in lower case. The result has the stored form of the list, because the server compares the list
 * with its stored list to detect conflicts.
 */
export const domainsIn = (text: string) =>
  text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean);
