/**
 * Splits a text into domains in lower case. The server stores domains in the same form and compares both lists to detect edit
 * conflicts.
 */
export const domainsIn = (text: string) =>
  text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean);
