import type * as z from "zod";
import { parseJson } from "../strings/json";
import { refuseUnstorable } from "./storable";
import { requestRefusals } from "../refusals";

/*
 * Encodes the position of a page's last row in a sorted list as an opaque text. The caller sends the text back with the next
 * request. `decodeCursor` validates the text like other input.
 */

export const encodeCursor = (position: unknown) =>
  Buffer.from(JSON.stringify(position)).toString("base64url");

/** Returns the position in a cursor. Throws 400 if the cursor does not belong to this list. */
export function decodeCursor<S extends z.ZodType>(schema: S, cursor: string): z.output<S> {
  let position: unknown;
  try {
    position = parseJson(Buffer.from(cursor, "base64url").toString("utf8"));
    refuseUnstorable(position);
  } catch {
    position = undefined;
  }
  const result = schema.safeParse(position);
  if (!result.success) throw requestRefusals.invalid_cursor();
  return result.data;
}
