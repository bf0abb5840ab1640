/**
 * Returns the text of a file. Decodes UTF-8, or Windows-1252 if it is not valid UTF-8. Older spreadsheet programs write
 * Windows-1252.
 */
export async function textOf(file: Blob): Promise<string> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** Returns true if the content is text. Pictures, archives and spreadsheet files contain NUL, and text does not. */
export const isText = (text: string) => !text.includes("\0");
