import { desc, eq } from "drizzle-orm";
import * as z from "zod";
import { platformCredentials } from "@/db/platform/registry";
import { platformCapabilityNames } from "@/server/kernel/capabilities";
import { hashSecret, newClientSecret, newPlatformClientId } from "@/server/kernel/http/client-id";
import { Id, timestampOrNull } from "@/server/kernel/fields";
import { platformQuery } from "@/server/kernel/operation/operation";
import type { PlatformWriteTx } from "@/server/kernel/operation/store";
import { administeredCommand } from "./administered-command";
import { NewPlatformCredential, PlatformCredential, PlatformCredentialSecret } from "./credentials.schema";
import { credentialRefusals } from "../domain/credentials/credentials";

const ById = z.strictObject({ credentialId: Id });
const target = (_input: unknown, { credentialId, name }: { credentialId: number; name: string }) => ({
  ref: `credential:${credentialId}`,
  label: name,
});

async function lockLive(db: PlatformWriteTx["db"], credentialId: number) {
  const [row] = await db
    .select()
    .from(platformCredentials)
    .where(eq(platformCredentials.id, credentialId))
    .for("update");
  if (!row) throw credentialRefusals.not_found();
  if (row.revokedAt !== null) throw credentialRefusals.revoked();
  return row;
}

export const listPlatformCredentials = platformQuery({
  name: "listPlatformCredentials",
  console: "platform.credentials.list",
  capability: "ManagePlatformCredentials",
  summary: "List platform credentials",
  input: z.strictObject({}),
  output: z.array(PlatformCredential),
  run: async ({ tx }) => {
    const rows = await tx.db.select().from(platformCredentials).orderBy(desc(platformCredentials.id));
    return rows.map((row) => ({
      credentialId: row.id,
      name: row.name,
      clientId: row.clientId,
      capabilities: row.capabilities,
      createdAt: row.createdAt.toISOString(),
      rotatedAt: timestampOrNull(row.rotatedAt),
      lastUsedAt: timestampOrNull(row.lastUsedAt),
      revokedAt: timestampOrNull(row.revokedAt),
    }));
  },
});

export const createPlatformCredential = administeredCommand({
  name: "createPlatformCredential",
  console: "platform.credentials.create",
  capability: "ManagePlatformCredentials",
  summary: "Create a platform credential",
  description: "The secret is returned only in this response.",
  input: NewPlatformCredential,
  output: PlatformCredentialSecret,
  event: "credential_created",
  target,
  run: async ({ tx, changed }, { name, capabilities: named }) => {
    const capabilities = platformCapabilityNames.filter((capability) => named.includes(capability));
    const clientId = newPlatformClientId();
    const clientSecret = newClientSecret();
    const [row] = await tx.db
      .insert(platformCredentials)
      .values({ name, capabilities, clientId, secretHash: hashSecret(clientSecret) })
      .returning({ credentialId: platformCredentials.id });
    changed({}, { name, clientId, capabilities });
    return { credentialId: row!.credentialId, name, clientId, clientSecret };
  },
});

export const rotatePlatformCredential = administeredCommand({
  name: "rotatePlatformCredential",
  console: "platform.credentials.rotate",
  capability: "ManagePlatformCredentials",
  summary: "Rotate a platform credential's secret",
  description: "The old secret and the tokens issued under it stop working at once.",
  input: ById,
  output: PlatformCredentialSecret,
  event: "credential_rotated",
  target,
  run: async ({ tx, now }, { credentialId }) => {
    const { name, clientId, secretGeneration } = await lockLive(tx.db, credentialId);
    const clientSecret = newClientSecret();
    await tx.db
      .update(platformCredentials)
      .set({ secretHash: hashSecret(clientSecret), secretGeneration: secretGeneration + 1, rotatedAt: now })
      .where(eq(platformCredentials.id, credentialId));
    return { credentialId, name, clientId, clientSecret };
  },
});

export const revokePlatformCredential = administeredCommand({
  name: "revokePlatformCredential",
  console: "platform.credentials.revoke",
  capability: "ManagePlatformCredentials",
  summary: "Revoke a platform credential",
  input: ById,
  output: z.object({ credentialId: Id, name: z.string(), revoked: z.boolean() }),
  event: "credential_revoked",
  target,
  run: async ({ tx, now }, { credentialId }) => {
    const { name } = await lockLive(tx.db, credentialId);
    await tx.db
      .update(platformCredentials)
      .set({ revokedAt: now })
      .where(eq(platformCredentials.id, credentialId));
    return { credentialId, name, revoked: true };
  },
});
