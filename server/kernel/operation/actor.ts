import type { Capability } from "../capabilities";
import type { SystemLabel } from "../system-labels";
import { actingLabel, recordedName } from "./actor-label";

/** Channel of a request: the first part of every audit action (clarifications, document 1, 12). */
export type Channel = "management_api" | "console" | "scim" | "platform_api" | "account" | "system";

/** The identity of an actor. The audit log shows its `label`. */
export type Subject =
  /** `ofApp` is true for a machine-to-machine app. The tokens of such an app have scopes of the app and no capability. */
  | { kind: "credential"; label: string; clientId: string; userId: number | null; ofApp?: boolean }
  /** `sessionId` is the id of the user's session in the tenant (table sessions). Null if the user has no session. */
  | {
      kind: "user";
      label: string;
      userId: number;
      email: string;
      consoleSessionId: number | null;
      sessionId: number | null;
      /** The administrator who acts as this user (act-as). */
      actedBy?: { userId: number; email: string; label: string };
    }
  | { kind: "scim_client"; label: string; tokenId: number }
  | { kind: "system"; label: string };

/** Creates the subject of an action of the server itself. An identity provider has a subject with its own name. */
export const systemSubject = (label: SystemLabel) => ({ kind: "system" as const, label });

/** Data of the request that the audit log records. */
export interface RequestFacts {
  ip: string | null;
  requestId: string | null;
}

interface ActorBase {
  channel: Channel;
  subject: Subject;
  capabilities: ReadonlySet<Capability>;
  request: RequestFacts;
}

/** An actor inside one tenant. */
export interface TenantActor extends ActorBase {
  scope: "tenant";
  tenantId: number;
}

/** An actor on the platform itself. */
export interface PlatformActor extends ActorBase {
  scope: "platform";
}

export type Actor = TenantActor | PlatformActor;

/**
 * Returns the user id, e-mail address, client id and label that the audit log records for an actor. If an administrator acts as
 * a user, the ids are those of the administrator and the label contains both names.
 */
export function recordedSubject({ subject }: Actor) {
  if (subject.kind === "user" && subject.actedBy) {
    const { userId, email, label } = subject.actedBy;
    return {
      userId,
      userEmail: email,
      clientId: null,
      actorLabel: actingLabel(label, subject.label),
    };
  }
  return {
    userId: subject.kind === "credential" || subject.kind === "user" ? subject.userId : null,
    userEmail: subject.kind === "user" ? subject.email : null,
    clientId: subject.kind === "credential" ? subject.clientId : null,
    actorLabel: recordedName(subject.label),
  };
}

/** A credential of a tenant or of the platform, or a SCIM token. */
type UsedCredential =
  | { of: "credential"; tenantId: number; clientId: string }
  | { of: "platform"; clientId: string }
  | { of: "scim"; tenantId: number; tokenId: number };

/** A request with a credential, and the HTTP status of the answer. */
export type CredentialUse = UsedCredential & { status: number };

/** Returns the credential whose usage count includes a request of this actor. Null for a person. */
export function useOf({ subject, ...actor }: TenantActor | PlatformActor): UsedCredential | null {
  if (subject.kind === "credential")
    return actor.scope === "tenant"
      ? { of: "credential", tenantId: actor.tenantId, clientId: subject.clientId }
      : { of: "platform", clientId: subject.clientId };
  return subject.kind === "scim_client" && actor.scope === "tenant"
    ? { of: "scim", tenantId: actor.tenantId, tokenId: subject.tokenId }
    : null;
}
