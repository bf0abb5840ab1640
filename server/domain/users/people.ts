import { and, eq, isNull } from "drizzle-orm";
import { sessions } from "@/db/tenant/sessions";
import type { users } from "@/db/tenant/users";
import { notFound } from "@/server/kernel/errors";
import type { ReadTx, Row, WriteTx } from "@/server/kernel/store";
import type { User } from "./users.schema";

export type UserRecord = Row<typeof users>;

export const toUser = (row: Pick<UserRecord, "id" | "email" | "name" | "status" | "createdAt">): User => ({
  userId: row.id,
  email: row.email,
  name: row.name,
  status: row.status,
  createdAt: row.createdAt.toISOString(),
});

/** The person of this id, or 404: a service account is not a user. */
export function person(row: UserRecord | undefined) {
  if (row?.kind !== "person") throw notFound("user");
  return row;
}

export const getPerson = async (tx: Pick<ReadTx, "users">, userId: number) =>
  person(await tx.users.get(userId));

/** The same, held until the transaction ends. */
export const lockPerson = async (tx: Pick<WriteTx, "users">, userId: number) =>
  person(await tx.users.lock(userId));

/** How the audit log names a subject: by address, or for a service account by name. */
export const labelOf = ({ email, name }: Pick<UserRecord, "email" | "name">) => email ?? name;

export const userTarget = ({ userId }: { userId: number }) => ({ ref: `user:${userId}` });

/** Ends a user's live sessions; tells how many there were. */
export const endSessions = (tx: Pick<WriteTx, "sessions">, userId: number, now: Date) =>
  tx.sessions.updateWhere(and(eq(sessions.userId, userId), isNull(sessions.revokedAt))!, { revokedAt: now });
