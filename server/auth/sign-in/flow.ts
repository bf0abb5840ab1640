import { hashSecret } from "../../kernel/client-id";
import type { Proof } from "./steps";

/** Somebody who has proved that they are this person. */
export interface Subject {
  /** Null: the platform's administrator. */
  tenantId: number | null;
  userId: number;
  proofs: Proof[];
}

export type CodeMethod = "EmailOtp" | "SmsOtp" | "email" | "sms";
export type Who = Pick<Subject, "tenantId" | "userId">;

/** Somebody whom something was sent to, and where it went. */
export interface Addressed extends Who {
  address: string;
  /** SHA-256 of the code or the link's token that went there, together with the flow, hex. Each address gets one of its own. */
  hash: string;
}

interface Sent {
  /** Whom it is for; nobody where the address names nobody. */
  to: Addressed[];
  /** Milliseconds since 1970. */
  sentAt: number;
  expiresAt: number;
  /** How often it was answered. */
  attempts: number;
}

/** What was asked and not answered yet. */
export type Challenge =
  /** `enrols`: whoever types it has codes of that kind as a second factor from then on. */
  | ({ kind: "code"; method: CodeMethod; enrols?: true } & Sent)
  /** The number is shown where the sign-in began, and typed where the link is opened on another device. */
  | ({ kind: "link"; number: string } & Sent)
  | { kind: "totp"; sealed: string; uri: string; for: Who; attempts: number }
  /** New recovery codes, to be shown until they are acknowledged. */
  | { kind: "recovery_codes"; codes: string[] }
  /** Nothing more is asked: next-auth may take it from here. The browser is registered as the device of this hash. */
  | { kind: "ready"; deviceHash: string };

/** A pending passkey request (WebAuthn §13.4.3). The server chooses the challenge. It accepts one answer before the expiry. */
export interface PasskeyRequest {
  /** 256 random bits, base64url. */
  challenge: string;
  /** The name by which an authenticator would know somebody who has no passkey yet, as random. */
  userHandle: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

/** A sign-in that is under way. */
export interface Flow {
  /** What only this browser holds. */
  key: string;
  /** Digest of the token in the browser that takes its steps; null: no browser does yet, or the key is that token. */
  browser: string | null;
  /** 0: it has no row yet. */
  version: number;
  identifier: string | null;
  subjects: Subject[];
  challenge: Challenge | null;
  /** The pending passkey request. Separate from `challenge`, because a page offers codes and passkeys at the same time. */
  passkey: PasskeyRequest | null;
  messagesSent: number;
  remember: boolean;
  trustDevice: boolean;
}

/** Whether both are the same account. */
export const isSame = (one: Who, other: Who) =>
  one.tenantId === other.tenantId && one.userId === other.userId;

/** Whether both lists prove the same people. */
export const hasSame = (one: readonly Who[], other: readonly Who[]) =>
  one.length === other.length && one.every((each, index) => isSame(each, other[index]!));

/** How long a sign-in may take. */
export const FLOW_MINUTES = 30;

export const newFlow = (key: string): Flow => ({
  key,
  browser: null,
  version: 0,
  identifier: null,
  subjects: [],
  challenge: null,
  passkey: null,
  messagesSent: 0,
  remember: false,
  trustDevice: false,
});

/** What the key is kept as. */
export const keyHashOf = (key: string) => hashSecret(`sign-in ${key}`);

/** What a code or a link's token is kept as: worth nothing in another sign-in. */
export const sentHash = ({ key }: Pick<Flow, "key">, secret: string) => hashSecret(`${key} ${secret}`);
