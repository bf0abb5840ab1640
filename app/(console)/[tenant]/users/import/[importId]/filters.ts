import { parseAsInteger, parseAsStringLiteral, type inferParserType } from "nuqs";
import type { ImportColumn } from "@/server/domain/user-imports/user-imports.schema";

/** Which rows are shown, as the address says it. */
export const rowFilters = {
  outcome: parseAsStringLiteral(["all", "created", "updated", "unchanged", "refused"]).withDefault("all"),
  after: parseAsInteger.withDefault(0),
};

/** The input of the preview's query, for these filters; the server prefetches what the browser then asks for. */
export const previewQuery = (
  importId: number,
  columns: ImportColumn[],
  { outcome, after }: inferParserType<typeof rowFilters>,
) => ({ importId, columns, after, ...(outcome !== "all" && { outcome }) });
