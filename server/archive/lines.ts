import { ArchiveError } from "./errors";

/** Maximum length of a line in bytes. The longest row is a picture of 2 MB in base64. */
const MOST_LINE = 32 * 1024 * 1024;

const NEWLINE = 0x0a;

/** Returns the lines of a text in UTF-8 that comes in parts. Throws if a line is too long, incomplete or not UTF-8. */
export async function* linesOf(parts: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const decode = (bytes: Buffer) => {
    try {
      return decoder.decode(bytes);
    } catch {
      throw new ArchiveError("bad_row", "The archive contains a line that is not UTF-8.");
    }
  };
  let begun: Buffer[] = [];
  let length = 0;
  for await (const part of parts) {
    let from = 0;
    for (let at = part.indexOf(NEWLINE); at !== -1; at = part.indexOf(NEWLINE, from)) {
      begun.push(part.subarray(from, at));
      yield decode(begun.length === 1 ? begun[0]! : Buffer.concat(begun));
      begun = [];
      length = 0;
      from = at + 1;
    }
    begun.push(part.subarray(from));
    length += part.length - from;
    if (length > MOST_LINE)
      throw new ArchiveError("bad_row", "The archive contains a line that is too long.");
  }
  if (length > 0) throw new ArchiveError("damaged", "The archive ends within a line.");
}
