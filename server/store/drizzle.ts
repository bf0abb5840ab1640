import { Column, is, SQL, type DriverValueDecoder } from "drizzle-orm";
import { PgDatabase, PgDialect } from "drizzle-orm/pg-core";
import { drizzle, PostgresJsSession } from "drizzle-orm/postgres-js";
import type postgres from "postgres";
import type { RegistryDatabase } from "../kernel/operation/store";

/*
 * Everything that relies on drizzle's internals: classes and fields outside its documentation. drizzle.test.ts pins them, so
 * that an update that changes one fails there.
 */

/** The part of a client that drizzle's session calls. */
interface StatementSender {
  unsafe: (text: string, parameters: never[]) => unknown;
}

const dialect = new PgDialect();

/** Creates a query builder that sends its statements through `sender`. */
export function builderFor(sender: StatementSender): RegistryDatabase {
  // The session calls only `unsafe` of its client.
  const session = new PostgresJsSession(sender as unknown as postgres.Sql, dialect, undefined);
  // The class of the session is generic in a way that the database's parameter does not accept.
  return new PgDatabase(dialect, session as never, undefined);
}

/**
 * Makes a client return timestamps, dates and JSON as the text that drizzle's columns decode. All sessions of the client
 * share this.
 */
export function useColumnParsers(client: postgres.Sql): void {
  drizzle(client);
}

/**
 * Returns the decoder of a field's driver value: the column itself, or the decoder that `mapWith` gave an
 * expression. Returns null for any other field.
 */
export function decoderOf(field: unknown): DriverValueDecoder<unknown, unknown> | null {
  if (is(field, Column)) return field;
  // The field `decoder` is private.
  return is(field, SQL)
    ? (field as unknown as { decoder: DriverValueDecoder<unknown, unknown> }).decoder
    : null;
}
