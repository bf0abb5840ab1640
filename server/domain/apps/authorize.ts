import * as z from "zod";
import { Id } from "@/server/kernel/fields";
import { ownAccountRefusals } from "@/server/kernel/refusals/own-account";
import { command } from "@/server/kernel/operation/operation";
import { userTarget } from "../users/people";
import { mayOpenApp } from "../app-access/may-open";
import { lockApp } from "./apps";

/** Records a consent for the tenant. oidc-provider stores the protocol's own grant. */
export const authorizeApp = command({
  name: "authorizeApp",
  capability: null,
  summary: "Authorize an app",
  input: z.strictObject({
    userId: Id,
    appId: Id,
    /** SHA-256 of the protocol's grant id, hex. */
    grantHash: z.string(),
    sessionId: Id.nullable(),
    scopes: z.array(z.string()),
  }),
  own: { atCustomDomain: true },
  output: z.object({ authorizationId: Id }),
  event: "app_authorized",
  target: userTarget,
  // Runs only while the session is live, like every command of a user on the account channel
  // (kernel/operation/standing.ts).
  run: async ({ tx, actor, now, changed, concerns, labelled }, input) => {
    const app = await lockApp(tx, input.appId);
    // Another transaction may have removed the access since the check of the sign-in. The flow then begins again and
    // shows the reason.
    if (!(await mayOpenApp(tx, input))) throw ownAccountRefusals.session_ended();
    labelled(actor.subject.label);
    concerns(`app:${app.id}`);
    changed({}, { app: app.name, scopes: input.scopes });
    const { id } = await tx.appAuthorizations.insert({ ...input, authorizedAt: now });
    return { authorizationId: id };
  },
});
