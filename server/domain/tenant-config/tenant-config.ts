import * as z from "zod";
import { command, query } from "@/server/kernel/operation/operation";
import type { ReadTx } from "@/server/kernel/operation/store";
import { settingQuery } from "../settings/operations";
import { changeSetting, readSetting, setting, settingTarget } from "../settings/tenant-settings";
import {
  type Appearance,
  Branding,
  noBranding,
  PoweredBy,
  TenantConfig,
  TenantConfigPatch,
} from "./tenant-config.schema";

/** Returns the present name and branding of the organization. */
export async function readTenantConfig(
  tx: Pick<ReadTx, "tenantProfiles">,
): Promise<z.output<typeof TenantConfig>> {
  const [profile] = await tx.tenantProfiles.list({ limit: 1 });
  return {
    ...noBranding,
    ...z.parse(Branding.partial(), profile?.branding ?? {}),
    name: profile?.name ?? "",
  };
}

export const getTenantConfig = query({
  name: "getTenantConfig",
  rest: "GET /tenant-config",
  console: "tenantConfig.get",
  capability: "ManageTenantConfig",
  summary: "Get the organization's name and branding",
  input: z.strictObject({}),
  output: TenantConfig,
  run: ({ tx }) => readTenantConfig(tx),
});

export const updateTenantConfig = command({
  name: "updateTenantConfig",
  rest: "PATCH /tenant-config",
  console: "tenantConfig.update",
  capability: "ManageTenantConfig",
  summary: "Change the organization's name and branding",
  description:
    "Changes only the fields that are sent; null removes a value. Pages and mails use it from now on.",
  input: TenantConfigPatch,
  output: TenantConfig,
  event: "tenant_config_updated",
  target: () => ({ ref: "setting:tenant-config" }),
  run: async ({ tx, changed }, patch) => {
    // Locks the row. Simultaneous changes then wait for each other. Each tenant has one row.
    await tx.tenantProfiles.lockAll();
    const before = await readTenantConfig(tx);
    const sent = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
    const after = z.parse(TenantConfig, { ...before, ...sent });
    changed(before, sent);
    const { name, ...branding } = after;
    await tx.tenantProfiles.put({ name, branding });
    return after;
  },
});

/** The pages and mails that show the text "powered by Castellan". */
export const poweredBy = setting("powered-by", PoweredBy, {
  email: true,
  error: true,
  consent: true,
  account: true,
  apiHeader: true,
  webhook: true,
});

/** Returns the organization's appearance for hosted pages and mails. */
export const readAppearance = async (
  tx: Pick<ReadTx, "tenantProfiles" | "tenantSettings">,
): Promise<Appearance> => ({ ...(await readTenantConfig(tx)), poweredBy: await readSetting(tx, poweredBy) });

export const getPoweredBy = settingQuery("ManageTenantConfig", poweredBy, {
  name: "getPoweredBy",
  rest: "GET /tenant-config/powered-by",
  console: "tenantConfig.poweredBy",
  summary: "Get the surfaces that show “powered by”",
});

export const setPoweredBy = command({
  name: "setPoweredBy",
  rest: "PATCH /tenant-config/powered-by",
  console: "tenantConfig.setPoweredBy",
  capability: "ManageTenantConfig",
  summary: "Set the surfaces that show “powered by”",
  description: "Send the full object with all six surfaces.",
  input: PoweredBy,
  output: PoweredBy,
  event: "powered_by_updated",
  target: () => settingTarget(poweredBy),
  run: async ({ tx, now, changed }, input) => {
    const { before, after } = await changeSetting(tx, poweredBy, input, now);
    changed(before, after);
    return after;
  },
});
