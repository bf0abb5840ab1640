/** Splits the text into domains in the form that the server stores. The next change therefore sends the stored value as its base. */
export const domainsIn = (text: string) =>
  text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean);
