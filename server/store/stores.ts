import type { TransactionSql } from "postgres";
import type {
  PlatformReadTx,
  PlatformStore,
  PlatformWriteTx,
  Stores,
  TenantStore,
  WriteTx,
} from "../kernel/operation/store";
import { builderOver, type Connection, type Database } from "./database";
import type { Cost } from "../kernel/operation/cost";
import { platformJournal, tenantJournal } from "./journal";
import { enterTenant, leaveTenant, readTransaction, writeTransaction } from "./transaction";
import { tenantTx } from "./verbs";

/**
 * Creates the stores over one database. Only this module decides where a tenant's data is stored. Transactions have the limits of `cost`
 * unless their caller names another one.
 */
export function createStores({ sql, gate, kind }: Database, { cost: usual }: { cost?: Cost } = {}): Stores {
  const tenant = (tenantId: number, cost = usual): TenantStore => ({
    read: (work) =>
      readTransaction(sql, tenantId, (connection) => work(tenantTx(connection, tenantId)), { gate, cost }),
    write: (work) =>
      writeTransaction(
        sql,
        tenantId,
        (connection, last) => work(tenantTx(connection, tenantId), tenantJournal(connection, tenantId, last)),
        { gate, cost },
      ),
  });
  const platform: PlatformStore = {
    read: (work) =>
      readTransaction(sql, null, (connection) => work(platformTx(connection) satisfies PlatformReadTx), {
        gate,
        cost: usual,
      }),
    write: (work) =>
      writeTransaction(
        sql,
        null,
        (connection, last) => work(platformTx(connection), platformJournal(builderOver(connection), last)),
        { gate, cost: usual },
      ),
  };
  return { tenant, platform, serial: kind === "pglite" };
}

/**
 * Works in a tenant within a transaction of the tables' owner, and returns to the owner afterwards. For code
 * in a worker's transaction (server/outbox/dispatcher.ts).
 */
export async function withinTenant<T>(
  transaction: TransactionSql,
  tenantId: number,
  work: (tx: WriteTx) => Promise<T>,
): Promise<T> {
  // The store only sends statements, which both kinds of connection do in the same way.
  return inTenant(transaction as unknown as Connection, tenantId, work);
}

async function inTenant<T>(connection: Connection, tenantId: number, work: (tx: WriteTx) => Promise<T>) {
  enterTenant(connection, tenantId);
  const result = await work(tenantTx(connection, tenantId));
  leaveTenant(connection);
  return result;
}

const platformTx = (connection: Connection): PlatformWriteTx => ({
  db: builderOver(connection),
  inTenant: (tenantId, work) => inTenant(connection, tenantId, work),
});
