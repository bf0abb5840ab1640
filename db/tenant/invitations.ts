import { index, text, uniqueIndex } from "drizzle-orm/pg-core";
import { codeText, folded, instant, integer64, references, tenantTable } from "../kit";
import { users } from "./users";

/** An address that was invited to join. The token in the mail is stored as its SHA-256. */
export const invitations = tenantTable(
  "invitations",
  {
    email: text("email").notNull(),
    emailKey: folded("email_key", "email"),
    name: text("name"),
    userKind: text("user_kind", { enum: ["end_user", "tenant_admin"] })
      .notNull()
      .default("end_user"),
    tokenHash: codeText("token_hash").notNull(),
    /**
     * SHA-256 of a token that only the mail contains: its use proves access to the mailbox. Null if no mail
     * was sent.
     */
    proofHash: codeText("proof_hash"),
    /**
     * The lower-case address of a pending invitation, else null. Limits each address to one pending
     * invitation.
     */
    pendingKey: codeText("pending_key"),
    expiresAt: instant("expires_at").notNull(),
    /**
     * The user or the management credential that invited, by which the right to invite is checked again. Both are null if the
     * server itself invited. No foreign key: the invitation of a deleted user is kept.
     */
    inviterUserId: integer64("inviter_user_id"),
    inviterClientId: codeText("inviter_client_id"),
    acceptedAt: instant("accepted_at"),
    acceptedUserId: integer64("accepted_user_id"),
    revokedAt: instant("revoked_at"),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex("invitations_pending").on(t.tenantId, t.pendingKey),
    uniqueIndex("invitations_token").on(t.tenantId, t.tokenHash),
    index("invitations_expiry").on(t.tenantId, t.expiresAt),
    references(t, t.acceptedUserId, () => users, "restrict"),
  ],
);
