import { asc, desc, isNull } from "drizzle-orm";
import * as z from "zod";
import { scimTokens } from "@/db/tenant/credentials";
import type { Capability } from "@/server/kernel/capabilities";
import { hashSecret } from "@/server/kernel/http/client-id";
import { newSecretOf } from "@/server/kernel/http/secret-forms";
import { Id, timestampOrNull } from "@/server/kernel/fields";
import { command, query } from "@/server/kernel/operation/operation";
import type { Row } from "@/server/kernel/operation/store";
import { ScimToken, ScimTokenInput, ScimTokenSecret } from "./scim-tokens.schema";
import { defineRefusals } from "@/server/kernel/texts/define";

export const scimTokenRefusals = defineRefusals("scim_token", {
  not_found: { status: 404, text: "There is no such SCIM token." },
  /** The token would have a capability that the caller lacks. */
  capability_not_held: {
    status: 403,
    text: "A SCIM token gives {capability}, which you do not have yourself.",
  },
  expiry_past: { status: 400, text: "expiresAt must be in the future.", field: "expiresAt" },
});

/**
 * The capabilities of a SCIM token: to manage users, and the members of governed roles (roles that identity providers manage as
 * groups).
 */
export const scimCapabilities: ReadonlySet<Capability> = new Set<Capability>(["ManageUsers", "ManageRoles"]);

const target = ({ tokenId }: { tokenId: number }) => ({ ref: `scim_token:${tokenId}` });

function toScimToken(row: Row<typeof scimTokens>, now: Date): ScimToken {
  const expired = row.expiresAt !== null && row.expiresAt <= now;
  return {
    tokenId: row.id,
    name: row.name,
    status: row.revokedAt !== null ? "revoked" : expired ? "expired" : "active",
    createdAt: row.createdAt.toISOString(),
    expiresAt: timestampOrNull(row.expiresAt),
    lastUsedAt: timestampOrNull(row.lastUsedAt),
    revokedAt: timestampOrNull(row.revokedAt),
  };
}

export const listScimTokens = query({
  name: "listScimTokens",
  console: "scim.tokens",
  capability: "ManageCredentials",
  summary: "List SCIM tokens",
  description: "Lists active ones first, without the tokens: only their digests are stored.",
  input: z.strictObject({}),
  output: z.array(ScimToken),
  run: async ({ tx, now }) => {
    const rows = await tx.scimTokens.list({
      orderBy: [desc(isNull(scimTokens.revokedAt)), asc(scimTokens.id)],
    });
    return rows.map((row) => toScimToken(row, now));
  },
});

export const createScimToken = command({
  name: "createScimToken",
  console: "scim.createToken",
  capability: "ManageCredentials",
  summary: "Create a SCIM token",
  description: "The token is returned only now. The actor needs the capabilities of the token.",
  input: ScimTokenInput,
  output: ScimTokenSecret,
  event: "scim_token_created",
  target: (_input, token) => ({ ...target(token), label: token.name }),
  run: async ({ tx, actor, now, changed }, { name, expiresAt }) => {
    const capability = [...scimCapabilities].find((name) => !actor.capabilities.has(name));
    if (capability !== undefined) throw scimTokenRefusals.capability_not_held({ capability });
    const until = expiresAt ? new Date(expiresAt) : null;
    if (until !== null && until <= now) throw scimTokenRefusals.expiry_past();
    const token = newSecretOf("scim");
    changed({}, { name, expiresAt: until });
    const row = await tx.scimTokens.insert({
      name,
      tokenHash: hashSecret(token),
      expiresAt: until,
      createdAt: now,
    });
    return { tokenId: row.id, name, token, expiresAt: timestampOrNull(until) };
  },
});

export const revokeScimToken = command({
  name: "revokeScimToken",
  console: "scim.revokeToken",
  capability: "ManageCredentials",
  summary: "Revoke a SCIM token",
  description: "Revokes it permanently and at once. The users that it provisioned do not change.",
  input: z.strictObject({ tokenId: Id }),
  output: z.object({ tokenId: Id, revoked: z.boolean() }),
  event: "scim_token_revoked",
  target,
  run: async ({ tx, now, changed, labelled, unchanged }, { tokenId }) => {
    const before = await tx.scimTokens.lock(tokenId);
    if (!before) throw scimTokenRefusals.not_found();
    if (before.revokedAt !== null) unchanged();
    else {
      labelled(before.name);
      changed(before, { revokedAt: now });
      await tx.scimTokens.update(tokenId, { revokedAt: now });
    }
    return { tokenId, revoked: true };
  },
});
