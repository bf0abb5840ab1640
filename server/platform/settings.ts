import { eq } from "drizzle-orm";
import * as z from "zod";
import { platformSettings } from "@/db/platform/registry";
import { platformQuery } from "@/server/kernel/operation/operation";
import {
  changedSettings,
  PlatformSettings,
  PlatformSettingsPatch,
  savedSettings,
} from "@/server/kernel/settings";
import { administeredCommand } from "./administered-command";
import type { PlatformReadTx } from "@/server/kernel/operation/store";

/** Returns the present settings, or the defaults if none were saved. */
export async function readSettings(db: PlatformReadTx["db"]): Promise<PlatformSettings> {
  const [row] = await db.select({ value: platformSettings.value }).from(platformSettings);
  return savedSettings(row?.value);
}

export const getPlatformSettings = platformQuery({
  name: "getPlatformSettings",
  console: "platform.settings.get",
  capability: "ManagePlatformSettings",
  summary: "Get the platform's settings",
  input: z.strictObject({}),
  output: PlatformSettings,
  run: ({ tx }) => readSettings(tx.db),
});

/** Returns the settings with nested fields at the top level, for a readable log. */
const flat = ({ passwordPolicy, allowedSignInOptions, ...rest }: PlatformSettings) => ({
  ...rest,
  ...passwordPolicy,
  ...allowedSignInOptions,
});

export const updatePlatformSettings = administeredCommand({
  name: "updatePlatformSettings",
  console: "platform.settings.update",
  capability: "ManagePlatformSettings",
  summary: "Change the platform's settings",
  description: "Changes only the fields that are sent.",
  input: PlatformSettingsPatch,
  output: PlatformSettings,
  event: "settings_updated",
  target: () => ({ ref: "setting:platform" }),
  run: async ({ tx, changed }, patch) => {
    // The row is created or locked first. Two simultaneous changes of different fields therefore both take effect.
    const [held] = await tx.db
      .insert(platformSettings)
      .values({ id: 1, value: {} })
      .onConflictDoUpdate({ target: platformSettings.id, set: { id: 1 } })
      .returning({ value: platformSettings.value });
    const before = savedSettings(held?.value);
    const after = changedSettings(before, patch);
    changed(flat(before), flat(after));
    await tx.db.update(platformSettings).set({ value: after }).where(eq(platformSettings.id, 1));
    return after;
  },
});
