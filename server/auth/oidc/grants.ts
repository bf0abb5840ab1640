import type { Provider } from "oidc-provider";
import { authorizeApp } from "../../domain/apps/authorize";
import type { RequestFacts } from "../../kernel/actor";
import { hashSecret } from "../../kernel/client-id";
import type { Execute } from "../../kernel/execute";
import { personActor } from "../account/person-actor";
import type { Acting, Subject } from "./people";

interface PersonAtWork {
  tenantId: number;
  subject: Subject;
  sessionId: number | null;
  /** The administrator who acts as the subject, if any. */
  actedBy?: Acting["by"] | undefined;
  facts: RequestFacts;
}

interface GrantRequest extends PersonAtWork {
  appId: number;
  clientId: string;
  scopes: string[];
}

/**
 * Creates a grant for an app: the protocol's grant, which links its tokens, and the tenant's record of it. The end of the record
 * ends the grant (adapter.ts). Returns the id of the grant.
 */
export async function giveGrant(
  provider: Provider,
  execute: Execute,
  request: GrantRequest,
): Promise<string> {
  const { appId, clientId, subject, sessionId, scopes } = request;
  const grant = new provider.Grant({ accountId: String(subject.userId), clientId });
  grant.addOIDCScope(scopes.join(" "));
  const grantId = await grant.save();
  await execute(personActor({ ...request, person: subject }), authorizeApp, {
    userId: subject.userId,
    appId,
    grantHash: hashSecret(grantId),
    sessionId,
    scopes,
  });
  return grantId;
}
