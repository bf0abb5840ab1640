import * as z from "zod";
import { Id } from "@/server/kernel/fields";
import { must } from "@/server/kernel/strings/must";
import { MAX_VIEW_NAME, viewableLists } from "./lists.schema";

const List = z.enum(viewableLists);

export const ViewName = z.string().trim().min(1).max(MAX_VIEW_NAME);

/**
 * The query part of a URL, with its question mark. The console inserts this text into a link. The text must therefore not lead
 * to another page.
 */
const Query = z
  .string()
  .max(2_000)
  .regex(/^(\?[^\s#]*)?$/, must("not_query"));

export const NewView = z.strictObject({ list: List, name: ViewName, query: Query });

export const ViewsOf = z.strictObject({ list: List });

export const SavedView = z.object({ viewId: Id, name: z.string(), query: z.string() });
export type SavedView = z.output<typeof SavedView>;
