import type * as z from "zod";
import { invalid } from "./errors";
import { parseJson } from "./json";

/*
 * Where a page of a sorted list ended, as an opaque text. A cursor comes back from the caller, so it is checked like
 * any other input.
 */

export const encodeCursor = (position: unknown) =>
  Buffer.from(JSON.stringify(position)).toString("base64url");

/** The position that a cursor holds, or 400 when it is not one that this list gave out. */
export function decodeCursor<S extends z.ZodType>(schema: S, cursor: string): z.output<S> {
  let position: unknown;
  try {
    position = parseJson(Buffer.from(cursor, "base64url").toString("utf8"));
  } catch {
    position = undefined;
  }
  const result = schema.safeParse(position);
  if (!result.success) throw invalid("cursor: is not one that this list gave out.", "cursor");
  return result.data;
}
