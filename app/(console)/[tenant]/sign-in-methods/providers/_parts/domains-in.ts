/** Splits the text into domains in the server's form, so that the next change has the same base. */
export const domainsIn = (text: string) =>
  text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean);
