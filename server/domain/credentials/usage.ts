import { and, eq, gte } from "drizzle-orm";
import * as z from "zod";
import { credentialUsage } from "@/db/tenant/credentials";
import { Id } from "@/server/kernel/fields";
import { query } from "@/server/kernel/operation/operation";
import { usageDays, USAGE_DAYS_SHOWN, usageSince } from "./usage-days";
import { CredentialUsage } from "./usage.schema";
import { credentialRefusals } from "./credentials";

export const getCredentialUsage = query({
  name: "getCredentialUsage",
  console: "credentials.usage",
  capability: "ManageCredentials",
  summary: "Count the requests of a credential",
  description:
    `By day (UTC), today and the ${USAGE_DAYS_SHOWN - 1} days before it, with the limit of requests in a ` +
    "minute. Counts appear within seconds.",
  input: z.strictObject({ credentialId: Id }),
  output: CredentialUsage,
  prepare: async ({ ports }) => (await ports.settings()).requestsPerMinute,
  run: async ({ tx, now }, { credentialId }, requestsPerMinute) => {
    if (!(await tx.credentials.get(credentialId))) throw credentialRefusals.not_found();
    const counted = await tx.credentialUsage.list({
      where: and(eq(credentialUsage.credentialId, credentialId), gte(credentialUsage.day, usageSince(now)))!,
    });
    return { requestsPerMinute, days: usageDays(counted, now) };
  },
});
