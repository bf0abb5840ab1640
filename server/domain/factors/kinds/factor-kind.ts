import type fc from "fast-check";
import type { Ports } from "@/server/kernel/operation/ports";
import type { FactorKind, HeldKind, TypedFactorKind } from "../../sign-in-methods/factor-kinds.schema";
import type { FactorRow, FactorTx, NewFactor } from "../factor-store";

/*
 * The parts of a kind of second factor. Its facts and words are in sign-in-methods/factor-kinds.schema.ts. A missing part is a
 * compile error. factors.ts lists the kinds.
 */

/** Data that only some kinds have. */
export interface FactorDetails {
  /** The credential id of a passkey in base64url. Requests refer to the passkey by this id. */
  credentialId: string | null;
  /** The relying party id of a passkey. Null for a passkey of an older version: the installation's own host. */
  rpId: string | null;
  /** The transports by which the browser reaches the authenticator of a passkey. */
  transports: string[];
  /** The proved address or number to which the server sends codes. */
  address: string | null;
  /** The number of unused recovery codes. */
  codesLeft: number | null;
}

/** A verified factor of a user, without secrets. */
export interface Factor extends FactorDetails {
  factorId: number;
  kind: HeldKind;
  label: string | null;
  createdAt: Date;
  lastUsedAt: Date | null;
}

/** Conditions of a sign-in that decide which factors can be used. */
export interface FactorPlace {
  /** Hostname of the sign-in. Null if passkeys of every host can be used. */
  here: string | null;
  /** Hostname of the installation. */
  own: string;
  /** How passkeys count: as a second factor, only as a first one, or not at all. */
  passkeys: "second" | "first" | "not";
  channels: Ports["channels"];
}

/**
 * How a factor stands at a sign-in. The owner can answer it (`usable`), or it is required although no answer is possible now
 * (`unreachable`), only another host can use it (`elsewhere`), only a first step can use it (`first`), or it does not count
 * (`none`).
 */
export type Standing = "usable" | "unreachable" | "first" | "none" | { elsewhere: string };

/** A typed code of a user. */
export interface TypedCode {
  vault: Ports["vault"];
  userId: number;
  code: string;
}

interface CommonParts {
  /** Returns the data of a stored factor that pages and sign-ins need. */
  details: (row: FactorRow) => Partial<FactorDetails>;
  standing: (factor: Factor, place: FactorPlace) => Standing;
  /** Generates factors as the database stores them, for tests. */
  generate: (check: typeof fc, vault: Ports["vault"]) => fc.Arbitrary<Omit<NewFactor, "userId" | "kind">>;
}

/** The server's part of a kind. */
export type FactorKindModule<K extends FactorKind> = CommonParts &
  (K extends TypedFactorKind
    ? {
        /**
         * Consumes a typed code. Returns the id of the factor, or null if the code is wrong. The caller must limit the number of
         * attempts.
         */
        verifyCode: (tx: FactorTx, given: TypedCode, now: Date) => Promise<number | null>;
      }
    : { verifyCode?: never });
