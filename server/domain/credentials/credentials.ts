import { asc, desc, eq, isNull } from "drizzle-orm";
import * as z from "zod";
import { credentials } from "@/db/tenant/credentials";
import { users } from "@/db/tenant/users";
import { tenantCapabilityNames, type TenantCapability } from "@/server/kernel/capabilities";
import { hashSecret, newClientSecret, newTenantClientId } from "@/server/kernel/http/client-id";
import { Id, timestampOrNull } from "@/server/kernel/fields";
import { command, query } from "@/server/kernel/operation/operation";
import type { Row, WriteTx } from "@/server/kernel/operation/store";
import type { TenantActor } from "@/server/kernel/operation/actor";
import { refuseBeyond, requireHeld } from "../service-accounts/held-capabilities";
import { refuseShortened } from "../users/self";
import { addServiceAccount, getServiceAccount } from "../service-accounts/service-accounts";
import { Capabilities, Credential, CredentialInput, CredentialSecret } from "./credentials.schema";
import { defineRefusals } from "@/server/kernel/texts/define";

export const credentialRefusals = defineRefusals("credential", {
  not_found: { status: 404, text: "There is no such credential." },
  revoked: { status: 400, text: "This credential is revoked." },
});

type CredentialRecord = Row<typeof credentials>;

/** Throws (403) if a session without its second factor would gain control of a program that may reset that factor. */
async function guardReset(
  tx: Pick<WriteTx, "sessions">,
  actor: TenantActor,
  capabilities: readonly string[],
) {
  if (capabilities.includes("ManageTenantAdmins")) await refuseShortened(tx, actor);
}

async function lockCredential(tx: Pick<WriteTx, "credentials">, credentialId: number) {
  const row = await tx.credentials.lock(credentialId);
  if (!row) throw credentialRefusals.not_found();
  return row;
}

const refuseRevoked = ({ revokedAt }: CredentialRecord) => {
  if (revokedAt !== null) throw credentialRefusals.revoked();
};

const inOrder = (names: TenantCapability[]) => tenantCapabilityNames.filter((name) => names.includes(name));

const target = ({ credentialId }: { credentialId: number }) => ({ ref: `credential:${credentialId}` });

export const listCredentials = query({
  name: "listCredentials",
  console: "credentials.list",
  capability: "ManageCredentials",
  summary: "List management credentials",
  description: "Lists live ones first, without secrets: only their digests are stored.",
  input: z.strictObject({}),
  output: z.array(Credential),
  run: async ({ tx }) => {
    const rows = await tx.select({
      fields: {
        credentialId: credentials.id,
        name: credentials.name,
        clientId: credentials.clientId,
        capabilities: credentials.capabilities,
        createdAt: credentials.createdAt,
        rotatedAt: credentials.rotatedAt,
        lastUsedAt: credentials.lastUsedAt,
        revokedAt: credentials.revokedAt,
        serviceAccount: { userId: users.id, name: users.name, status: users.status },
      },
      from: credentials,
      join: [{ table: users, on: eq(users.id, credentials.serviceAccountId), optional: true }],
      orderBy: [desc(isNull(credentials.revokedAt)), asc(credentials.id)],
    });
    return rows.map((row) => ({
      ...row,
      createdAt: row.createdAt.toISOString(),
      rotatedAt: timestampOrNull(row.rotatedAt),
      lastUsedAt: timestampOrNull(row.lastUsedAt),
      revokedAt: timestampOrNull(row.revokedAt),
    }));
  },
});

export const createCredential = command({
  name: "createCredential",
  console: "credentials.create",
  capability: "ManageCredentials",
  summary: "Create a management credential",
  description: "The secret is returned only now. An actor cannot grant a capability that they lack.",
  input: CredentialInput,
  output: CredentialSecret,
  event: "credential_created",
  target: (_input, credential) => ({ ...target(credential), label: credential.name }),
  run: async ({ tx, actor, changed }, { name, serviceAccountId, ...input }) => {
    const capabilities = inOrder(input.capabilities);
    requireHeld(actor, capabilities);
    await guardReset(tx, actor, capabilities);
    const account = serviceAccountId
      ? await getServiceAccount(tx, serviceAccountId)
      : await addServiceAccount(tx, name);
    const clientId = newTenantClientId(actor.tenantId);
    const clientSecret = newClientSecret();
    const { id } = await tx.credentials.insert({
      name,
      clientId,
      capabilities,
      secretHash: hashSecret(clientSecret),
      serviceAccountId: account.id,
    });
    changed({}, { name, clientId, capabilities, serviceAccount: account.name });
    return { credentialId: id, name, clientId, clientSecret };
  },
});

export const updateCredentialCapabilities = command({
  name: "updateCredentialCapabilities",
  console: "credentials.setCapabilities",
  capability: "ManageCredentials",
  summary: "Set the capabilities of a management credential",
  description:
    "Takes effect at once, also for existing tokens. An actor can neither add nor remove a capability that they lack.",
  input: z.strictObject({ credentialId: Id, capabilities: Capabilities }),
  output: z.object({ credentialId: Id, capabilities: z.array(z.string()) }),
  event: "credential_capabilities_changed",
  target,
  run: async ({ tx, actor, changed, labelled }, { credentialId, ...input }) => {
    const before = await lockCredential(tx, credentialId);
    refuseRevoked(before);
    const capabilities = inOrder(input.capabilities);
    const added = capabilities.filter((name) => !before.capabilities.includes(name));
    requireHeld(actor, added);
    await guardReset(tx, actor, capabilities);
    // Actors may not remove a capability that they lack. An actor could otherwise remove the capability and then rotate the
    // secret. If another administrator then grants the capability again, the actor has a secret with this capability.
    refuseBeyond(
      actor,
      before.capabilities.filter((name) => !capabilities.some((kept) => kept === name)),
    );
    labelled(before.name);
    changed(before, { capabilities });
    await tx.credentials.update(credentialId, { capabilities });
    return { credentialId, capabilities };
  },
});

export const rotateCredential = command({
  name: "rotateCredential",
  console: "credentials.rotate",
  capability: "ManageCredentials",
  summary: "Rotate the secret of a management credential",
  description:
    "The old secret and the tokens issued under it stop working at once; the new secret is returned only now.",
  input: z.strictObject({ credentialId: Id }),
  output: CredentialSecret,
  event: "credential_rotated",
  target,
  run: async ({ tx, actor, now, changed, labelled }, { credentialId }) => {
    const before = await lockCredential(tx, credentialId);
    refuseRevoked(before);
    // A client with the secret has all capabilities of the credential. The actor must therefore have all of them.
    refuseBeyond(actor, before.capabilities);
    await guardReset(tx, actor, before.capabilities);
    const clientSecret = newClientSecret();
    const generation = before.secretGeneration + 1;
    labelled(before.name);
    changed({ generation: before.secretGeneration }, { generation });
    await tx.credentials.update(credentialId, {
      secretHash: hashSecret(clientSecret),
      secretGeneration: generation,
      rotatedAt: now,
    });
    return { credentialId, name: before.name, clientId: before.clientId, clientSecret };
  },
});

export const revokeCredential = command({
  name: "revokeCredential",
  console: "credentials.revoke",
  capability: "ManageCredentials",
  summary: "Revoke a management credential",
  description: "Revokes it permanently. Its tokens stop working at once.",
  input: z.strictObject({ credentialId: Id }),
  output: z.object({ credentialId: Id, revoked: z.boolean() }),
  event: "credential_revoked",
  target,
  run: async ({ tx, now, changed, labelled, unchanged }, { credentialId }) => {
    const before = await lockCredential(tx, credentialId);
    if (before.revokedAt !== null) unchanged();
    else {
      labelled(before.name);
      changed(before, { revokedAt: now });
      await tx.credentials.update(credentialId, { revokedAt: now });
    }
    return { credentialId, revoked: true };
  },
});
