import type { Provider } from "oidc-provider";
import { authorizeApp } from "../../domain/apps/authorize";
import type { RequestFacts } from "../../kernel/operation/actor";
import { hashSecret } from "../../kernel/http/client-id";
import { AppError } from "../../kernel/errors";
import type { Execute } from "../../kernel/operation/execute";
import { personActor } from "../sessions/actors";
import type { Acting, Subject } from "../sessions/people";
import { ownAccountRefusals } from "../../kernel/operation/standing";

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
  /** Scopes of APIs, by audience. */
  apiScopes?: Record<string, string[]>;
}

/**
 * Creates a grant for an app: the protocol's grant, under which tokens are issued, and the tenant's record of it. When the record
 * ends, the grant ends (adapter.ts). Returns the id of the grant, or null if the session has ended meanwhile.
 */
export async function giveGrant(
  provider: Provider,
  execute: Execute,
  request: GrantRequest,
): Promise<string | null> {
  const { appId, clientId, subject, sessionId, scopes, apiScopes = {} } = request;
  const grant = new provider.Grant({ accountId: String(subject.userId), clientId });
  grant.addOIDCScope(scopes.join(" "));
  for (const [audience, names] of Object.entries(apiScopes))
    grant.addResourceScope(audience, names.join(" "));
  const grantId = await grant.save();
  const actor = personActor({ ...request, person: subject });
  const grantHash = hashSecret(grantId);
  const record = { userId: subject.userId, appId, grantHash, sessionId, scopes, apiScopes };
  try {
    await execute(actor, authorizeApp, record);
  } catch (error) {
    await grant.destroy();
    if (error instanceof AppError && error.reason?.code === ownAccountRefusals.session_ended.code)
      return null;
    throw error;
  }
  return grantId;
}
