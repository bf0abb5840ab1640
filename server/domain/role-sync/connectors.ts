import { parse } from "csv-parse/sync";
import * as z from "zod";
import { parseJson } from "../../kernel/json";
import { connectorNames, type FeedSettings } from "./role-sync.schema";

/*
 * The installed role-sync connectors. One reads what another system says about who holds which role; what comes of it is
 * the same for all (sync.ts).
 */

/** One line of what a source says: this person holds this role. */
export interface Holding {
  /** An address or an external id. */
  person: string;
  role: string;
}

export type ConnectorName = (typeof connectorNames)[number];
export const isConnector = (name: string): name is ConnectorName =>
  (connectorNames as readonly string[]).includes(name);

/** The most rows that one feed may have. */
export const MOST_ROWS = 200_000;

const Row = z.record(z.string(), z.unknown());

/** The holdings that a feed's text tells; throws a sentence about what is wrong with it. */
export function readFeed(text: string, { format, personField, roleField }: FeedSettings): Holding[] {
  const rows = format === "csv" ? csvRows(text) : jsonRows(text);
  if (rows.length > MOST_ROWS) throw new Error(`The feed has more than ${MOST_ROWS} rows.`);
  return rows.map((row, index) => {
    const [person, role] = [row[personField], row[roleField]];
    for (const [field, value] of [
      [personField, person],
      [roleField, role],
    ] as const)
      if (typeof value !== "string" || value.trim() === "")
        throw new Error(`Row ${index + 1} of the feed has no ${field}.`);
    return { person: String(person).trim(), role: String(role).trim() };
  });
}

function csvRows(text: string): Record<string, unknown>[] {
  try {
    const rows: Record<string, unknown>[] = parse(text, {
      columns: true,
      skip_empty_lines: true,
      trim: true,
      bom: true,
    });
    return rows;
  } catch (error) {
    throw new Error(`The feed is not valid CSV: ${(error as Error).message}`, { cause: error });
  }
}

function jsonRows(text: string): Record<string, unknown>[] {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (error) {
    throw new Error("The feed is not valid JSON.", { cause: error });
  }
  const rows = z.array(Row).safeParse(value);
  if (!rows.success) throw new Error("The feed must be a JSON array of objects.");
  return rows.data;
}
