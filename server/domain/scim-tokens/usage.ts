import { and, eq, gte } from "drizzle-orm";
import * as z from "zod";
import { scimTokenUsage } from "@/db/tenant/credentials";
import { Id } from "@/server/kernel/fields";
import { query } from "@/server/kernel/operation/operation";
import { usageDays, usageSince } from "../credentials/usage-days";
import { CredentialUsage } from "../credentials/usage.schema";
import { scimTokenRefusals } from "./scim-tokens";

export const getScimTokenUsage = query({
  name: "getScimTokenUsage",
  console: "scim.tokenUsage",
  capability: "ManageCredentials",
  summary: "Count the requests of a SCIM token",
  input: z.strictObject({ tokenId: Id }),
  output: CredentialUsage,
  prepare: async ({ ports }) => (await ports.settings()).requestsPerMinute,
  run: async ({ tx, now }, { tokenId }, requestsPerMinute) => {
    if (!(await tx.scimTokens.get(tokenId))) throw scimTokenRefusals.not_found();
    const counted = await tx.scimTokenUsage.list({
      where: and(eq(scimTokenUsage.tokenId, tokenId), gte(scimTokenUsage.day, usageSince(now)))!,
    });
    return { requestsPerMinute, days: usageDays(counted, now) };
  },
});
