import { and, asc, eq, gt, isNull, lte, or } from "drizzle-orm";
import { appSecrets, type apps } from "@/db/tenant/apps";
import { hashSecret, newClientSecret } from "@/server/kernel/http/client-id";
import type { ReadTx, Row, WriteTx } from "@/server/kernel/operation/store";
import { defineRefusals } from "@/server/kernel/texts/define";

const appRefusals = defineRefusals("app", {
  public_without_secret: { status: 400, text: "A public client has no secret." },
  /** The app signs JWTs with its own key (RFC 7523). */
  authenticates_by_key: { status: 400, text: "This app authenticates by a key and has no secret." },
});

/** Throws (400) if the app does not authenticate by a secret. */
export function requireSecretMethod({
  clientType,
  authMethod,
}: Pick<Row<typeof apps>, "clientType" | "authMethod">) {
  if (clientType === "public") throw appRefusals.public_without_secret();
  if (authMethod !== "client_secret") throw appRefusals.authenticates_by_key();
}

/** Returns the secrets of an app that have not expired, the oldest first. */
export const liveSecrets = (tx: Pick<ReadTx, "appSecrets">, appId: number, now: Date) =>
  tx.appSecrets.list({
    where: and(eq(appSecrets.appId, appId), or(isNull(appSecrets.expiresAt), gt(appSecrets.expiresAt, now))),
    orderBy: [asc(appSecrets.id)],
  });

/** Inserts a new secret of an app. Returns its row and the secret. The caller stores the generation in the app. */
export async function insertSecret(
  tx: Pick<WriteTx, "appSecrets">,
  { appId, generation, expiresAt = null }: { appId: number; generation: number; expiresAt?: Date | null },
) {
  const clientSecret = newClientSecret();
  const row = await tx.appSecrets.insert({
    appId,
    generation,
    expiresAt,
    secretHash: hashSecret(clientSecret),
  });
  return { row, clientSecret };
}

/** Deletes the secrets of an app: all, or only the expired ones. */
export const deleteSecrets = (tx: Pick<WriteTx, "appSecrets">, appId: number, expiredAt?: Date) =>
  tx.appSecrets.removeWhere(
    and(
      eq(appSecrets.appId, appId),
      expiredAt === undefined ? undefined : lte(appSecrets.expiresAt, expiredAt),
    )!,
  );
