import { and, eq, gte } from "drizzle-orm";
import { z } from "zod";
import { credentialUsage } from "@/db/tenant/credentials";
import { notFound } from "@/server/kernel/errors";
import { Id } from "@/server/kernel/fields";
import { query } from "@/server/kernel/operation";
import { CredentialUsage } from "./usage.schema";

const DAYS = 30;
const DAY_MS = 86_400_000;

const dateOf = (at: number) => new Date(at).toISOString().slice(0, 10);

export const getCredentialUsage = query({
  capability: "ManageCredentials",
  summary: "Count what a credential asked for",
  description: `By day (UTC), today and the ${DAYS - 1} days before it, with what it may ask for in a minute. Counts appear within seconds.`,
  input: z.strictObject({ credentialId: Id }),
  output: CredentialUsage,
  prepare: async ({ ports }) => (await ports.settings()).requestsPerMinute,
  run: async ({ tx, now }, { credentialId }, requestsPerMinute) => {
    if (!(await tx.credentials.get(credentialId))) throw notFound("credential");
    const first = now.getTime() - (DAYS - 1) * DAY_MS;
    const counted = await tx.credentialUsage.list({
      where: and(eq(credentialUsage.credentialId, credentialId), gte(credentialUsage.day, dateOf(first)))!,
    });
    const byDate = new Map(counted.map((count) => [count.day, count]));
    return {
      requestsPerMinute,
      days: Array.from({ length: DAYS }, (_, index) => {
        const date = dateOf(first + index * DAY_MS);
        const { requests = 0, refused = 0, limited = 0, failed = 0 } = byDate.get(date) ?? {};
        return { date, requests, refused, limited, failed };
      }),
    };
  },
});
