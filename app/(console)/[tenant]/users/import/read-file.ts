/**
 * Returns the text of a file. Decodes the file as UTF-16 if its byte order mark is one of UTF-16, and else as UTF-8. Decodes
 * invalid UTF-8 as Windows-1252, because older spreadsheet programs write Windows-1252.
 */
export async function textOf(file: Blob): Promise<string> {
  const bytes = await file.arrayBuffer();
  const [first, second] = new Uint8Array(bytes);
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
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
