import * as z from "zod";
import { Id } from "@/server/kernel/fields";
import { command } from "@/server/kernel/operation/operation";
import { getTheApp } from "../apps/apps";
import { getPerson, labelOf, labelText, userTarget } from "../users/people";
import { raiseAlert } from "../alerts/raise-alert";
import { defineTexts } from "@/server/kernel/texts/define";

const alertTexts = defineTexts("alert", {
  token_reused:
    "A refresh token of {user} for {app} was used twice; one of the two may have been stolen. Its tokens have ended.",
});

/**
 * Handles the repeated use of a refresh token that was already exchanged (RFC 9700 §4.14.2). The repeated use shows that the
 * token or its successor was stolen. oidc-provider has already revoked all tokens of the grant.
 */
export const reportTokenReuse = command({
  name: "reportTokenReuse",
  capability: null,
  summary: "Report that a refresh token was used twice",
  input: z.strictObject({ userId: Id, appId: Id }),
  output: z.object({ alertId: Id }),
  event: "refresh_token_reused",
  target: userTarget,
  run: async ({ tx, now, labelled, concerns, changed }, { userId, appId }) => {
    const [person, app] = await Promise.all([getPerson(tx, userId), getTheApp(tx, appId)]);
    labelled(labelOf(person));
    concerns(`app:${appId}`);
    changed({}, { app: app.name });
    const { id } = await raiseAlert(tx, {
      alertType: "refresh_token_reuse",
      severity: "high",
      summary: alertTexts.token_reused({ user: labelText(person), app: app.name }),
      affectedUserCount: 1,
      openKey: `refresh_token_reuse:${appId}:${userId}`,
      details: { userId, appId },
      detectedAt: now,
    });
    return { alertId: id };
  },
});
