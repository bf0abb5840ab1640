import * as z from "zod";
import { command } from "@/server/kernel/operation/operation";
import { settingQuery } from "../settings/operations";
import { changeSetting, setting, settingTarget } from "../settings/tenant-settings";
import { endActing } from "./acting";
import { ActAsSettings } from "./act-as.schema";
import { defineTexts } from "@/server/kernel/texts/define";

const actAsTexts = defineTexts("act_as_end", { switched_off: "Acting as others was switched off" });

export const actAs = setting("act-as-settings", ActAsSettings, { enabled: false, requireApproval: true });

export const getActAsSettings = settingQuery("ManageSessionPolicy", actAs, {
  name: "getActAsSettings",
  rest: "GET /act-as-settings",
  console: "policies.actAs",
  summary: "Get the act-as settings",
});

export const updateActAsSettings = command({
  name: "updateActAsSettings",
  rest: "PATCH /act-as-settings",
  console: "policies.updateActAs",
  capability: "ManageSessionPolicy",
  summary: "Change the act-as settings",
  description: "Changes only the fields that are sent. Disabling ends all sessions of acting at once.",
  input: z.strictObject(actAs.schema.shape).partial(),
  output: actAs.schema,
  event: "act_as_settings_updated",
  target: () => settingTarget(actAs),
  run: async ({ tx, now, changed }, patch) => {
    const { before, after } = await changeSetting(tx, actAs, patch, now);
    changed(before, after);
    if (before.enabled && !after.enabled) await endActing(tx, actAsTexts.switched_off(), now);
    return after;
  },
});
