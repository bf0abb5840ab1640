import type { Capability } from "../capabilities";
import type { SystemLabel } from "../system-labels";
import { actingLabel, recordedName } from "./actor-label";

/** Channel of a request. The first part of every audit action (clarifications, document 1, 12). */
export type Channel = "management_api" | "console" | "scim" | "platform_api" | "account" | "system";

/** The subject of an actor. The audit log shows `label`. */
export type Subject =
  /** `ofApp` is true for a machine-to-machine app, whose tokens have their own scopes and no capability. */
  | { kind: "credential"; label: string; clientId: string; userId: number | null; ofApp?: boolean }
  /** `sessionId` is the id of the user's session in the tenant (table sessions), or null without one. */
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

/**
 * Creates the subject of an action of the server itself. An identity provider acts under its own name
 * instead.
 */
export const systemSubject = (label: SystemLabel) => ({ kind: "system" as const, label });

/** Facts of the request for the audit log. */
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
 * Returns the user id and client id under which the audit log records the actions of an actor. In act-as,
 * this is the administrator, and the label names both users.
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
