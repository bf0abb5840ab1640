/** Formats JSON with line breaks. Returns other texts unchanged. */
export function readable(text: string) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
