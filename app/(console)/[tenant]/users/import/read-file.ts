/**
 * The text of a file that a spreadsheet wrote: UTF-8, or, where it is not valid UTF-8, Windows-1252, which is what older
 * ones write.
 */
export async function textOf(file: Blob): Promise<string> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** Whether what was read is text: pictures, archives and the files of spreadsheets hold NUL, which no text does. */
export const isText = (text: string) => !text.includes("\0");
