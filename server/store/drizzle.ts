import { Column, is, SQL, type DriverValueDecoder } from "drizzle-orm";
import { PgDatabase, PgDialect } from "drizzle-orm/pg-core";
import { drizzle, PostgresJsSession } from "drizzle-orm/postgres-js";
import type postgres from "postgres";
import type { RegistryDatabase } from "../kernel/operation/store";

/*
 * All code that uses undocumented classes and fields of drizzle. The tests in drizzle.test.ts fail if an update of drizzle
 * changes one of these classes or fields.
 */

/** The only method of a client that drizzle's session calls. */
interface StatementSender {
  unsafe: (text: string, parameters: never[]) => unknown;
}

const dialect = new PgDialect();

/** Creates a query builder that sends its statements through `sender`. */
export function builderFor(sender: StatementSender): RegistryDatabase {
  // The session calls only the method `unsafe` of its client.
  const session = new PostgresJsSession(sender as unknown as postgres.Sql, dialect, undefined);
  // The type of the session has generic parameters that the type of the database does not accept.
  return new PgDatabase(dialect, session as never, undefined);
}

/**
 * Makes a client return timestamps, dates and JSON as text, which drizzle's columns decode. The setting applies to all sessions
 * of the client.
 */
export function useColumnParsers(client: postgres.Sql): void {
  drizzle(client);
}

/**
 * Returns the decoder for the values of a field: the column itself, or the decoder that `mapWith` set on an SQL expression.
 * Returns null for any other field.
 */
export function decoderOf(field: unknown): DriverValueDecoder<unknown, unknown> | null {
  if (is(field, Column)) return field;
  // The cast is needed because the field `decoder` is private.
  return is(field, SQL)
    ? (field as unknown as { decoder: DriverValueDecoder<unknown, unknown> }).decoder
    : null;
}
