import type { Capability } from "./capabilities";
import type { SystemLabel } from "./system-labels";

/** Channel that a request came through, the first part of every audit action (clarifications, document 1, 12). */
export type Channel = "management_api" | "console" | "scim" | "platform_api" | "account" | "system";

/** Who acts. `label` is what a reader of the audit log sees. */
export type Subject =
  /** `ofApp`: a machine-to-machine app, whose tokens have scopes of their own and no capability. */
  | { kind: "credential"; label: string; clientId: string; userId: number | null; ofApp?: boolean }
  /** `sessionId`: the tenant's own session (table sessions) that they act in, null where there is none. */
  | {
      kind: "user";
      label: string;
      userId: number;
      email: string;
      consoleSessionId: number | null;
      sessionId: number | null;
      /** The administrator who acts as this person (act-as), where it is not the person themselves. */
      actedBy?: { userId: number; email: string; label: string };
    }
  | { kind: "scim_client"; label: string; tokenId: number }
  | { kind: "system"; label: string };

/** The subject of what the server does by itself. An identity provider that acts goes by its own name instead. */
export const systemSubject = (label: SystemLabel) => ({ kind: "system" as const, label });

/** Facts of the request that the audit log keeps. */
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

/** Someone acting inside one tenant. */
export interface TenantActor extends ActorBase {
  scope: "tenant";
  tenantId: number;
}

/** Someone acting on the platform itself. */
export interface PlatformActor extends ActorBase {
  scope: "platform";
}

export type Actor = TenantActor | PlatformActor;

/**
 * The user id and client id under which an actor's doings are recorded. Where an administrator acts as somebody, the doer is
 * the administrator, and the label names both.
 */
export function recordedSubject({ subject }: Actor) {
  if (subject.kind === "user" && subject.actedBy) {
    const { userId, email, label } = subject.actedBy;
    return {
      userId,
      userEmail: email,
      clientId: null,
      actorLabel: `${label}, acting as ${subject.label}`,
    };
  }
  return {
    userId: subject.kind === "credential" || subject.kind === "user" ? subject.userId : null,
    userEmail: subject.kind === "user" ? subject.email : null,
    clientId: subject.kind === "credential" ? subject.clientId : null,
    actorLabel: subject.label,
  };
}
