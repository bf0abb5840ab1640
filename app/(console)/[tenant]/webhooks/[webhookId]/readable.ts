/** Indents a JSON text. Returns texts that are not JSON unchanged. */
export function readable(text: string) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
