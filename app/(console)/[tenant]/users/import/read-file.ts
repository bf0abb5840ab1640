/**
 * Returns the text of a file. Decodes the file as UTF-8. Decodes invalid UTF-8 as Windows-1252, because older spreadsheet
 * programs write Windows-1252.
 */
export async function textOf(file: Blob): Promise<string> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/**
 * Returns true if the content is text. A NUL character shows that the content is a picture, an archive or a spreadsheet file.
 */
export const isText = (text: string) => !text.includes("\0");
