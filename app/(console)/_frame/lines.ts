/** What was typed one per line. */
export const linesIn = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
