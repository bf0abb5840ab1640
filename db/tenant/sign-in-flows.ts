import { boolean, index, integer, jsonb, text, uniqueIndex } from "drizzle-orm/pg-core";
import { codeText, instant, integer64, references, tenantTable } from "../kit";
import { users } from "./users";

/** How somebody proved who they are, on the way in. */
export interface ProofRecord {
  /** The factor, e.g. `password`, `EmailOtp`, `totp`. */
  method: string;
  /** ISO 8601. */
  at: string;
  /** A passkey whose authenticator checked the person, too: two factors in one. */
  verified?: boolean;
  /** A digest of the password that was shown: a new one takes this proof away. */
  stamp?: string;
  /** Where the code or the link went that was answered: it proves that address and no other. */
  address?: string;
  /** The kept factor that answered: this proof goes with it. */
  factorId?: number;
  /** What the password was found to be when it was shown. */
  weak?: boolean;
  /** It is among the passwords that are guessed first. */
  common?: boolean;
}

/** What every sign-in that is under way has, of an app's people (below) and of the console (db/platform/sign-in.ts). */
export const flowColumns = () => ({
  /** SHA-256 of what only this browser holds, hex: the protocol's interaction, or the token in a cookie. */
  keyHash: codeText("key_hash").notNull(),
  /** Every step makes a new version, so that of two that come at once one is refused. */
  version: integer("version").notNull().default(1),
  /** What was typed. It may name nobody. */
  identifier: text("identifier"),
  /** What was sent or is to be answered, encrypted: a code of six digits could be guessed from its digest. */
  challengeSealed: text("challenge_sealed"),
  /** How many messages were sent for it. */
  messagesSent: integer("messages_sent").notNull().default(0),
  /** They want to stay signed in. */
  remember: boolean("remember").notNull().default(false),
  /** They want not to be asked for a second factor on this device for a while. */
  trustDevice: boolean("trust_device").notNull().default(false),
  createdAt: instant("created_at").notNull().defaultNow(),
  expiresAt: instant("expires_at").notNull(),
});

/** A sign-in to an app that is under way; removed when it ends. */
export const signInFlows = tenantTable(
  "sign_in_flows",
  {
    ...flowColumns(),
    /** Who it is, once they have proved it. */
    userId: integer64("user_id"),
    proofs: jsonb("proofs").$type<ProofRecord[]>().notNull().default([]),
    /** SHA-256 of the token in the browser that takes the steps, hex: in another browser there is nothing to go on with. */
    browserHash: codeText("browser_hash"),
  },
  (t) => [
    references(t, t.userId, () => users),
    uniqueIndex("sign_in_flows_key").on(t.tenantId, t.keyHash),
    index("sign_in_flows_expiry").on(t.tenantId, t.expiresAt),
    index("sign_in_flows_user").on(t.tenantId, t.userId),
  ],
);
