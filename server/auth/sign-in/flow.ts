import { hashSecret } from "../../kernel/http/client-id";
import type { CodeFactorKind, factorKinds } from "../../domain/sign-in-methods/factor-kinds.schema";
import type { SentFirstMethod } from "../../domain/sign-in-methods/sign-in-methods.schema";
import type { Proof } from "./steps";

/** A user whose identity was proved in this sign-in. */
export interface Subject {
  /** Null for the platform's administrator. */
  tenantId: number | null;
  userId: number;
  proofs: Proof[];
}

/** Methods whose code the server sends. */
export type CodeMethod =
  | Exclude<SentFirstMethod, "MagicLink">
  | (typeof factorKinds)[CodeFactorKind]["method"];
export type Who = Pick<Subject, "tenantId" | "userId">;

/** A user to whom a code or link was sent, with the address. */
export interface Addressed extends Who {
  address: string;
  /** SHA-256 in hex of the flow's key together with the code or the token of the link. Each address gets its own secret. */
  hash: string;
}

interface Sent {
  /** Recipients; empty if the identifier belongs to no user. */
  to: Addressed[];
  /** Milliseconds since 1970. */
  sentAt: number;
  expiresAt: number;
  /** Number of answers so far. */
  attempts: number;
}

/** The request that the visitor must answer next. */
export type Challenge =
  /** If `enrols` is set, the correct code also enrols this kind of code as a second factor. */
  | ({ kind: "code"; method: CodeMethod; enrols?: true } & Sent)
  /** `number` is shown where the sign-in began. The person types it if the link is opened on another device. */
  | ({ kind: "link"; number: string } & Sent)
  | { kind: "totp"; sealed: string; uri: string; for: Who; attempts: number }
  /** New recovery codes. They are shown until they are acknowledged. */
  | { kind: "recovery_codes"; codes: string[] }
  /** All demands are met, and next-auth may continue. The browser is registered as the device with this hash. */
  | { kind: "ready"; deviceHash: string };

/** A pending passkey request (WebAuthn §13.4.3). The server chooses the challenge. It accepts one answer before the expiry. */
export interface PasskeyRequest {
  /** 256 random bits, base64url. */
  challenge: string;
  /** Random user handle for a user who has no passkey yet. */
  userHandle: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

/** A sign-in in progress. */
export interface Flow {
  /** Secret of the flow. Only this browser holds it. */
  key: string;
  /**
   * Digest of the token of the browser that takes the steps. Null if no browser has taken a step yet, or if the key itself is
   * that token.
   */
  browser: string | null;
  /** 0 if the flow has no row yet. */
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

/** Returns true if both values are the same account. */
export const isSame = (one: Who, other: Who) =>
  one.tenantId === other.tenantId && one.userId === other.userId;

/** Returns true if both lists contain the same users in the same order. */
export const hasSame = (one: readonly Who[], other: readonly Who[]) =>
  one.length === other.length && one.every((each, index) => isSame(each, other[index]!));

/** Lifetime of a sign-in in minutes. */
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

/** Returns the digest under which the key is stored. */
export const keyHashOf = (key: string) => hashSecret(`sign-in ${key}`);

/** Returns the digest under which a code or the token of a link is stored. It is valid only in this sign-in. */
export const sentHash = ({ key }: Pick<Flow, "key">, secret: string) => hashSecret(`${key} ${secret}`);
