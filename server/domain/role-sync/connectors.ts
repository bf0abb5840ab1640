import { parse } from "csv-parse/sync";
import { parseJson, TooMany } from "../../kernel/strings/json";
import { connectorNames, type FeedSettings } from "./role-sync.schema";
import { composed } from "../../kernel/strings/composed";

/*
 * The installed role-sync connectors. A connector reads from another system which people have which roles. sync.ts applies the
 * result in the same way for all connectors.
 */

/** One row of a source: a person and a role of this person. */
export interface Holding {
  /** An e-mail address or an external id. */
  person: string;
  role: string;
}

export type ConnectorName = (typeof connectorNames)[number];
export const isConnector = (name: string): name is ConnectorName =>
  (connectorNames as readonly string[]).includes(name);

/** Maximum number of rows in a feed. */
export const MOST_ROWS = 200_000;
/** Maximum number of values in a JSON feed: 20 fields for each row. */
const MOST_VALUES = 20 * MOST_ROWS;
/** Maximum number of characters in a row of a CSV feed. The limit also bounds the number of columns. */
const LONGEST_ROW = 65_536;
/** Maximum length of a person or role in a feed, in characters. An e-mail address has at most 254 characters. */
const LONGEST_NAME = 1_000;

/**
 * Parses a feed. If the feed is invalid, throws an error whose message is for the administrator. Runs in a process of its own
 * (server/files), because a feed is untrusted and can be long.
 */
export function readFeed(text: string, { format, personField, roleField }: FeedSettings): Holding[] {
  const fields = [personField, roleField];
  const read = format === "csv" ? csvRows : jsonRows;
  const rows = read(composed(text), fields);
  if (rows.length > MOST_ROWS) throw new Error(`The feed has more than ${MOST_ROWS} rows.`);
  return rows.map((row, index) => {
    const [person = "", role = ""] = row.map((value, at) => {
      const name = typeof value === "string" ? value.trim() : "";
      if (name === "") throw new Error(`Row ${index + 1} of the feed has no ${fields[at]}.`);
      if (name.length > LONGEST_NAME)
        throw new Error(
          `Row ${index + 1} of the feed has more than ${LONGEST_NAME} characters in ${fields[at]}.`,
        );
      return name;
    });
    return { person, role };
  });
}

/** Returns the values of these fields in each row. Reads at most one row more than the limit. */
function csvRows(text: string, fields: string[]): unknown[][] {
  try {
    const [header = [], ...rows] = parse(text, {
      skip_empty_lines: true,
      trim: true,
      bom: true,
      // Reads the header, the permitted number of rows, and one more row. The additional row shows that the feed is too long.
      to: MOST_ROWS + 2,
      max_record_size: LONGEST_ROW,
    });
    const places = fields.map((field) => header.lastIndexOf(field));
    return rows.map((row) => places.map((place) => row[place]));
  } catch (error) {
    throw new Error(`The feed is not valid CSV: ${(error as Error).message}`, { cause: error });
  }
}

function jsonRows(text: string, fields: string[]): unknown[][] {
  let value: unknown;
  try {
    value = parseJson(text, { nodes: MOST_VALUES });
  } catch (error) {
    if (error instanceof TooMany)
      throw new Error(`The feed has more than ${MOST_ROWS} rows.`, { cause: error });
    throw new Error("The feed is not valid JSON.", { cause: error });
  }
  if (!Array.isArray(value) || !value.slice(0, MOST_ROWS + 1).every(isRow))
    throw new Error("The feed must be a JSON array of objects.");
  return value
    .slice(0, MOST_ROWS + 1)
    .map((row: Record<string, unknown>) =>
      fields.map((field) => (Object.hasOwn(row, field) ? row[field] : undefined)),
    );
}

const isRow = (row: unknown) => typeof row === "object" && row !== null && !Array.isArray(row);
