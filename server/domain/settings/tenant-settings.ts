import { eq, inArray } from "drizzle-orm";
import * as z from "zod";
import { tenantSettings } from "@/db/tenant/settings";
import type { ReadTx, WriteTx } from "@/server/kernel/operation/store";

/*
 * A tenant's settings. Each setting has a name, a schema and default values. The database contains a row for a setting after
 * its first change. Stored values override the default values. A new field therefore needs no migration.
 */

export interface Setting<S extends z.ZodObject = z.ZodObject> {
  /** The name of the setting. The target in the audit log is `setting:<name>`. */
  name: string;
  schema: S;
  defaults: z.output<S>;
}

export const setting = <S extends z.ZodObject>(
  name: string,
  schema: S,
  defaults: z.output<S>,
): Setting<S> => ({
  name,
  schema,
  defaults,
});

/** Returns the audit-log target of an event that changes the setting. */
export const settingTarget = ({ name }: Setting) => ({ ref: `setting:${name}` });

const valueOf = <S extends z.ZodObject>({ schema, defaults }: Setting<S>, saved: object | undefined) =>
  z.parse(schema, { ...defaults, ...saved });

type SettingsTx = Pick<ReadTx, "tenantSettings">;

/** Settings that a transaction has read together. */
interface Gathered {
  names: readonly string[];
  values: Promise<Map<string, object>>;
}

const gathered = new WeakMap<SettingsTx, Gathered>();

/** Reads these settings with one statement. `readSetting` returns their values in the rest of the transaction. */
export function gatherSettings(tx: SettingsTx, settings: readonly Pick<Setting, "name">[]): void {
  const names = settings.map(({ name }) => name);
  const values = tx.tenantSettings
    .list({ where: inArray(tenantSettings.name, names) })
    .then((rows) => new Map(rows.map(({ name, value }) => [name, value as object])));
  // The reader of a setting gets the error.
  values.catch(() => {});
  gathered.set(tx, { names, values });
}

/** Returns the present values of the setting. */
export async function readSetting<S extends z.ZodObject>(
  tx: SettingsTx,
  setting: Setting<S>,
): Promise<z.output<S>> {
  const known = gathered.get(tx);
  if (known?.names.includes(setting.name)) return valueOf(setting, (await known.values).get(setting.name));
  const row = await tx.tenantSettings.find(eq(tenantSettings.name, setting.name));
  return valueOf(setting, row?.value);
}

/**
 * Changes the fields that the request contains. Returns the values before and after the change. If two requests change the
 * setting at the same time, the second request waits for the first. Both changes take effect.
 */
export async function changeSetting<S extends z.ZodObject>(
  tx: Pick<WriteTx, "tenantSettings"> & SettingsTx,
  setting: Setting<S>,
  patch: Partial<z.output<S>>,
  now: Date,
): Promise<{ before: z.output<S>; after: z.output<S> }> {
  gathered.delete(tx);
  const row = await lockedRow(tx, setting.name);
  const before = valueOf(setting, row.value);
  const sent = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
  const after = valueOf(setting, { ...before, ...sent });
  await tx.tenantSettings.update(row.id, { value: after, updatedAt: now });
  return { before, after };
}

async function lockedRow(tx: Pick<WriteTx, "tenantSettings">, name: string) {
  const known = async () => {
    const row = await tx.tenantSettings.find(eq(tenantSettings.name, name));
    return row && tx.tenantSettings.lock(row.id);
  };
  const row = await known();
  if (row) return row;
  await tx.tenantSettings.insertIfAbsent({ name, value: {} });
  return (await known())!;
}
