import { and, desc, eq, lt, ne, notLike } from "drizzle-orm";
import * as z from "zod";
import { scimTokens } from "@/db/tenant/credentials";
import { provisioningLog } from "@/db/tenant/provisioning";
import { Id } from "@/server/kernel/fields";
import { query } from "@/server/kernel/operation/operation";
import { ProvisioningEntry, ProvisioningLogInput } from "./log.schema";

export const listProvisioningLog = query({
  name: "listProvisioningLog",
  console: "scim.log",
  capability: "ManageCredentials",
  summary: "List the SCIM requests of identity providers",
  description: "Newest first. Requests appear within seconds and are kept for 30 days.",
  input: ProvisioningLogInput,
  output: z.object({ entries: z.array(ProvisioningEntry), nextCursor: Id.nullable() }),
  run: async ({ tx, words }, { outcome, tokenId, changesOnly, limit, cursor }) => {
    const rows = await tx.select({
      fields: {
        entryId: provisioningLog.id,
        at: provisioningLog.at,
        tokenId: provisioningLog.tokenId,
        tokenName: scimTokens.name,
        method: provisioningLog.method,
        path: provisioningLog.path,
        about: provisioningLog.about,
        target: provisioningLog.target,
        outcome: provisioningLog.outcome,
        status: provisioningLog.status,
        detail: provisioningLog.detail,
        durationMs: provisioningLog.durationMs,
        requestId: provisioningLog.requestId,
      },
      from: provisioningLog,
      join: [{ table: scimTokens, on: eq(scimTokens.id, provisioningLog.tokenId), optional: true }],
      where: and(
        outcome && eq(provisioningLog.outcome, outcome),
        tokenId === undefined ? undefined : eq(provisioningLog.tokenId, tokenId),
        // A SCIM search is a POST request that changes nothing.
        changesOnly
          ? and(ne(provisioningLog.method, "GET"), notLike(provisioningLog.path, "%/.search%"))
          : undefined,
        cursor === undefined ? undefined : lt(provisioningLog.id, cursor),
      ),
      orderBy: [desc(provisioningLog.id)],
      limit: limit + 1,
    });
    const page = rows.slice(0, limit);
    return {
      entries: page.map(({ at, tokenId, tokenName, about, detail, ...row }) => ({
        ...row,
        about: about === null ? null : words(about),
        detail: detail === null ? null : words(detail),
        at: at.toISOString(),
        token: tokenId === null ? null : { tokenId, name: tokenName ?? "" },
      })),
      nextCursor: rows.length > limit ? page.at(-1)!.entryId : null,
    };
  },
});
