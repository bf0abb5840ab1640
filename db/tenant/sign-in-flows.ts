import { boolean, index, integer, jsonb, text, uniqueIndex } from "drizzle-orm/pg-core";
import { codeText, instant, integer64, references, tenantTable } from "../kit";
import { users } from "./users";

/** A proof of identity in a sign-in. */
export interface ProofRecord {
  /** The factor, e.g. `password`, `EmailOtp`, `totp`. */
  method: string;
  /** ISO 8601. */
  at: string;
  /** True for a passkey whose authenticator verified the person: two factors in one. */
  verified?: boolean;
  /** Digest of the password hash at the proof. A new password invalidates this proof. */
  stamp?: string;
  /** The recipient of the code or link. The proof applies to this address only. */
  address?: string;
  /** The stored factor of the answer. Its removal invalidates this proof. */
  factorId?: number;
  /** True if the password violated the policy at the proof. */
  weak?: boolean;
  /** True for a common password. */
  common?: boolean;
}

/** Columns of every sign-in in progress: to apps (below) and to the console (db/platform/sign-in.ts). */
export const flowColumns = () => ({
  /** SHA-256 of a secret of this browser, hex: the protocol's interaction, or the token in a cookie. */
  keyHash: codeText("key_hash").notNull(),
  /** Increases with every step, so that one of two concurrent steps is refused. */
  version: integer("version").notNull().default(1),
  /** The typed text. It may match no account. */
  identifier: text("identifier"),
  /**
   * The sent code or pending challenge. Encrypted and not hashed, because a code of six digits could be
   * guessed from its digest.
   */
  challengeSealed: text("challenge_sealed"),
  /** Number of messages sent in this sign-in. */
  messagesSent: integer("messages_sent").notNull().default(0),
  /** True if the user wants to stay signed in. */
  remember: boolean("remember").notNull().default(false),
  /** True if the user wants no second factor on this device for some time. */
  trustDevice: boolean("trust_device").notNull().default(false),
  createdAt: instant("created_at").notNull().defaultNow(),
  expiresAt: instant("expires_at").notNull(),
});

/** A sign-in to an app in progress; removed at its end. */
export const signInFlows = tenantTable(
  "sign_in_flows",
  {
    ...flowColumns(),
    /** The user after the first proof. */
    userId: integer64("user_id"),
    proofs: jsonb("proofs").$type<ProofRecord[]>().notNull().default([]),
    /**
     * SHA-256 of the token in the browser of this sign-in, hex. Another browser cannot continue the sign-in.
     */
    browserHash: codeText("browser_hash"),
  },
  (t) => [
    references(t, t.userId, () => users),
    uniqueIndex("sign_in_flows_key").on(t.tenantId, t.keyHash),
    index("sign_in_flows_expiry").on(t.tenantId, t.expiresAt),
    index("sign_in_flows_user").on(t.tenantId, t.userId),
  ],
);
