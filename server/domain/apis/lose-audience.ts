import * as z from "zod";
import { Id } from "@/server/kernel/fields";
import { audienceName } from "@/server/kernel/http/api-audience";
import { command } from "@/server/kernel/operation/operation";
import { raiseAlert } from "../alerts/raise-alert";
import { apiTarget, lockApi } from "./apis";
import { defineTexts } from "@/server/kernel/texts/define";

const alertTexts = defineTexts("alert", {
  api_audience_lost:
    "The API {api} gets no tokens for {audience} any more: this audience belongs to another organization.",
});

/**
 * Marks an API whose audience belongs to another organization, by a verified domain or an earlier claim, and alerts the
 * administrators. The server runs this command as the system. Apps get no tokens for the API already.
 */
export const loseApiAudience = command({
  name: "loseApiAudience",
  capability: "RegisterApps",
  summary: "Mark an API whose audience another organization owns",
  input: z.strictObject({ apiId: Id }),
  output: z.object({ apiId: Id, lost: z.boolean() }),
  event: "api_updated",
  target: apiTarget,
  run: async ({ tx, now, changed, labelled, unchanged }, { apiId }) => {
    const { name, audience, audienceLostAt } = await lockApi(tx, apiId);
    labelled(name);
    if (audienceLostAt !== null || (await tx.claimAudience(audienceName(audience)))) {
      unchanged();
      return { apiId, lost: false };
    }
    changed({ audienceLost: false }, { audienceLost: true });
    await tx.apis.update(apiId, { audienceLostAt: now });
    await raiseAlert(tx, {
      alertType: "audience_lost",
      severity: "high",
      summary: alertTexts.api_audience_lost({ api: name, audience }),
      affectedUserCount: 0,
      openKey: `api_audience_lost:${apiId}`,
      details: { apiId, audience },
      detectedAt: now,
    });
    return { apiId, lost: true };
  },
});
