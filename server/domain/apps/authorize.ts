import * as z from "zod";
import { Id } from "@/server/kernel/fields";
import { command } from "@/server/kernel/operation/operation";
import { userTarget } from "../users/people";
import { mayOpenApp } from "../app-access/may-open";
import { lockApp } from "./apps";
import { ownAccountRefusals } from "@/server/kernel/operation/standing";

/** Records a user's consent to an app. oidc-provider stores the OAuth grant separately. */
export const authorizeApp = command({
  name: "authorizeApp",
  capability: null,
  summary: "Authorize an app",
  input: z.strictObject({
    userId: Id,
    appId: Id,
    /** SHA-256 of the id of oidc-provider's grant, as hexadecimal text. */
    grantHash: z.string(),
    sessionId: Id.nullable(),
    scopes: z.array(z.string()),
    /** Scopes of APIs, by audience. */
    apiScopes: z.record(z.string(), z.array(z.string())).default({}),
  }),
  own: { atCustomDomain: true },
  output: z.object({ authorizationId: Id }),
  event: "app_authorized",
  target: userTarget,
  // Runs only while the user's session is live. All commands of a user on the account channel have this condition
  // (kernel/operation/standing.ts).
  run: async ({ tx, actor, now, changed, concerns, labelled }, input) => {
    const app = await lockApp(tx, input.appId);
    // Another transaction may have removed the user's access since the check at the sign-in. After this error, the sign-in
    // begins again and shows the reason.
    if (!(await mayOpenApp(tx, input))) throw ownAccountRefusals.session_ended();
    labelled(actor.subject.label);
    concerns(`app:${app.id}`);
    const scopes = [...input.scopes, ...Object.values(input.apiScopes).flat()];
    changed({}, { app: app.name, scopes });
    const { id } = await tx.appAuthorizations.insert({ ...input, authorizedAt: now });
    return { authorizationId: id };
  },
});
