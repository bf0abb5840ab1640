import { and, eq, gte } from "drizzle-orm";
import * as z from "zod";
import { platformCredentials, platformCredentialUsage } from "@/db/platform/registry";
import { usageDays, usageSince } from "@/server/domain/credentials/usage-days";
import { CredentialUsage } from "@/server/domain/credentials/usage.schema";
import { Id } from "@/server/kernel/fields";
import { platformQuery } from "@/server/kernel/operation/operation";
import { credentialRefusals } from "../domain/credentials/credentials";

export const getPlatformCredentialUsage = platformQuery({
  name: "getPlatformCredentialUsage",
  console: "platform.credentials.usage",
  capability: "ManagePlatformCredentials",
  summary: "Count the requests of a platform credential",
  input: z.strictObject({ credentialId: Id }),
  output: CredentialUsage,
  prepare: async ({ ports }) => (await ports.settings()).requestsPerMinute,
  run: async ({ tx: { db }, now }, { credentialId }, requestsPerMinute) => {
    const [known] = await db
      .select({ id: platformCredentials.id })
      .from(platformCredentials)
      .where(eq(platformCredentials.id, credentialId));
    if (!known) throw credentialRefusals.not_found();
    const counted = await db
      .select()
      .from(platformCredentialUsage)
      .where(
        and(
          eq(platformCredentialUsage.credentialId, credentialId),
          gte(platformCredentialUsage.day, usageSince(now)),
        ),
      );
    return { requestsPerMinute, days: usageDays(counted, now) };
  },
});
