/**
 * Domains as they are typed, one on each line, written as the server keeps them: what was typed is also what the next change
 * is based on.
 */
export const domainsIn = (text: string) =>
  text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean);
