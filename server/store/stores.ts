import type { TransactionSql } from "postgres";
import type {
  PlatformReadTx,
  PlatformStore,
  PlatformWriteTx,
  Stores,
  TenantStore,
  WriteTx,
  Cost,
} from "../kernel/operation/store";
import { builderOver, type Connection, type Database } from "./database";
import { platformJournal, tenantJournal } from "./journal";
import { enterTenant, leaveTenant, readTransaction, writeTransaction } from "./transaction";
import { tenantTx } from "./verbs";

/**
 * Creates the stores of all tenants and of the platform over one database. Only this module decides where the data of a tenant
 * is stored. `cost` is the default kind of the transactions, which sets their time limits.
 */
export function createStores({ sql, gate, kind }: Database, { cost: usual }: { cost?: Cost } = {}): Stores {
  const tenant = (tenantId: number, cost = usual): TenantStore => ({
    read: (work, like) =>
      readTransaction(sql, tenantId, (connection) => work(tenantTx(connection, tenantId)), {
        gate,
        cost,
        like,
      }),
    write: (work) =>
      writeTransaction(
        sql,
        tenantId,
        (connection, last) => work(tenantTx(connection, tenantId), tenantJournal(connection, tenantId, last)),
        { gate, cost },
      ),
  });
  const platform: PlatformStore = {
    read: (work, like) =>
      readTransaction(sql, null, (connection) => work(platformTx(connection) satisfies PlatformReadTx), {
        gate,
        cost: usual,
        like,
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
 * Runs `work` in a tenant, within a running transaction of the platform. After `work`, the transaction belongs to the platform
 * again. For transactions of workers (server/outbox/dispatcher.ts).
 */
export async function withinTenant<T>(
  transaction: TransactionSql,
  tenantId: number,
  work: (tx: WriteTx) => Promise<T>,
): Promise<T> {
  // The cast is safe because the store only sends statements, and a transaction of postgres.js sends statements in the same way
  // as a reserved connection.
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
