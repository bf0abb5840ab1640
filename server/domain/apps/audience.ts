import { eq } from "drizzle-orm";
import * as z from "zod";
import { apis } from "@/db/tenant/apis";
import { audienceName, isOwnAddress } from "@/server/kernel/http/api-audience";
import { Id } from "@/server/kernel/fields";
import { command } from "@/server/kernel/operation/operation";
import type { WriteTx } from "@/server/kernel/operation/store";
import { raiseAlert } from "../alerts/raise-alert";
import { appTarget, lockApp, type AppRecord } from "./apps";
import { defineRefusals, defineTexts } from "@/server/kernel/texts/define";

const appRefusals = defineRefusals("app", {
  audience_of_installation: {
    status: 400,
    text: "apiAudience: is an address of this installation; name your own API.",
    field: "apiAudience",
  },
  /** Another organization has verified the domain of the audience, or claimed the audience first. */
  audience_in_use: {
    status: 400,
    text: "apiAudience: cannot be used by this organization; name an address under a domain of yours.",
    field: "apiAudience",
  },
  /** An API of the organization has this audience (server/domain/apis). */
  audience_of_api: {
    status: 400,
    text: "apiAudience: is the audience of the API {api}; give the app access there.",
    field: "apiAudience",
  },
});

const alertTexts = defineTexts("alert", {
  audience_lost:
    "The app {app} gets no tokens for {audience} any more: this audience belongs to another organization.",
});

type AudienceTx = Pick<WriteTx, "claimAudience" | "releaseAudience" | "apis">;

/**
 * Claims an audience for the organization and returns the columns of the app. Throws (400) if another organization has the
 * audience. The error does not name the other organization. Also throws (400) if the audience is an address of the
 * installation or of an API of the organization.
 */
export async function claimedAudience(
  tx: AudienceTx,
  audience: string | null,
  baseUrl: string,
): Promise<Pick<AppRecord, "apiAudience" | "apiAudienceKey">> {
  if (audience === null) return { apiAudience: null, apiAudienceKey: null };
  if (isOwnAddress(audience, baseUrl)) throw appRefusals.audience_of_installation();
  const name = audienceName(audience);
  if (!(await tx.claimAudience(name))) throw appRefusals.audience_in_use();
  const api = await tx.apis.find(eq(apis.audienceKey, name.key));
  if (api) throw appRefusals.audience_of_api({ api: api.name });
  return { apiAudience: audience, apiAudienceKey: name.key };
}

/**
 * Releases an app's former audience if no other app of the organization has the same audience. Call after the change of the
 * app.
 */
export async function releaseAudienceOf(
  tx: Pick<AudienceTx, "releaseAudience">,
  { apiAudienceKey }: AppRecord,
) {
  if (apiAudienceKey !== null) await tx.releaseAudience(apiAudienceKey);
}

/**
 * Removes an app's audience if another organization owns the audience, and alerts the administrators. The other organization
 * owns the audience by a verified domain or an earlier claim. The server runs this command as the system.
 */
export const loseAudience = command({
  name: "loseAudience",
  capability: "RegisterApps",
  summary: "Remove an audience that another organization owns",
  input: z.strictObject({ appId: Id }),
  output: z.object({ appId: Id, lost: z.boolean() }),
  event: "app_updated",
  target: appTarget,
  run: async ({ tx, now, changed, labelled, unchanged }, { appId }) => {
    const app = await lockApp(tx, appId);
    labelled(app.name);
    if (app.apiAudience === null || (await tx.claimAudience(audienceName(app.apiAudience)))) {
      unchanged();
      return { appId, lost: false };
    }
    changed(app, { apiAudience: null });
    await tx.apps.update(appId, { apiAudience: null, apiAudienceKey: null });
    await raiseAlert(tx, {
      alertType: "audience_lost",
      severity: "high",
      summary: alertTexts.audience_lost({ app: app.name, audience: app.apiAudience }),
      affectedUserCount: 0,
      openKey: `audience_lost:${appId}`,
      details: { appId, audience: app.apiAudience },
      detectedAt: now,
    });
    return { appId, lost: true };
  },
});
