import type * as z from "zod";
import { parseJson } from "../strings/json";
import { requestRefusals } from "../refusals/requests";

/*
 * The end of a page of a sorted list, as an opaque text. The caller sends a cursor back, so it is validated
 * like other input.
 */

export const encodeCursor = (position: unknown) =>
  Buffer.from(JSON.stringify(position)).toString("base64url");

/** Returns the position in a cursor. Throws 400 if the cursor is not one of this list. */
export function decodeCursor<S extends z.ZodType>(schema: S, cursor: string): z.output<S> {
  let position: unknown;
  try {
    position = parseJson(Buffer.from(cursor, "base64url").toString("utf8"));
  } catch {
    position = undefined;
  }
  const result = schema.safeParse(position);
  if (!result.success) throw requestRefusals.invalid_cursor();
  return result.data;
}
