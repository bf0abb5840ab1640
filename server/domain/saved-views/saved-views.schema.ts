import * as z from "zod";
import { Id } from "@/server/kernel/fields";
import { MAX_VIEW_NAME, viewableLists } from "./lists.schema";

const List = z.enum(viewableLists, `must be one of ${viewableLists.join(", ")}`);

export const ViewName = z
  .string()
  .trim()
  .min(1, "must not be empty")
  .max(MAX_VIEW_NAME, `must have at most ${MAX_VIEW_NAME} characters`);

/** The query part of a URL, with its question mark. It becomes part of a link and must not lead to another page. */
const Query = z
  .string()
  .max(2_000, "must have at most 2000 characters")
  .regex(/^(\?[^\s#]*)?$/, "must be the query part of an address, with its question mark");

export const NewView = z.strictObject({ list: List, name: ViewName, query: Query });

export const ViewsOf = z.strictObject({ list: List });

export const SavedView = z.object({ viewId: Id, name: z.string(), query: z.string() });
export type SavedView = z.output<typeof SavedView>;
