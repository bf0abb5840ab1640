import { and, eq, gte, ne, sql } from "drizzle-orm";
import * as z from "zod";
import { webhookDeliveries } from "@/db/tenant/webhooks";
import { Id } from "@/server/kernel/fields";
import { query } from "@/server/kernel/operation/operation";
import type { DeliveryCounts } from "./delivery-states.schema";
import { webhookRefusals } from "./webhooks";

const Counts = { delivered: z.int(), failed: z.int(), exhausted: z.int(), disabled: z.int() };

const DAYS = 14;
const DAY_MS = 86_400_000;

const dateOf = (at: number) => new Date(at).toISOString().slice(0, 10);
/** Returns the start of the first day of the history: midnight (UTC), in milliseconds since the epoch. */
const firstDay = (now: Date) => Date.parse(`${dateOf(now.getTime())}T00:00:00Z`) - (DAYS - 1) * DAY_MS;

const inState = (status: keyof DeliveryCounts) =>
  sql<number>`(count(*) filter (where ${webhookDeliveries.status} = ${status}))::int`;
const counts = {
  delivered: inState("delivered"),
  failed: inState("failed"),
  exhausted: inState("exhausted"),
  disabled: inState("disabled"),
};

const since = (moment: number) =>
  and(gte(webhookDeliveries.createdAt, new Date(moment)), ne(webhookDeliveries.status, "pending"))!;

export const getDeliveryHistory = query({
  name: "getDeliveryHistory",
  console: "webhooks.history",
  capability: "ManageWebhooks",
  summary: "Count the deliveries of a webhook in the last two weeks",
  description:
    `By the day of the event (UTC), today and the ${DAYS - 1} days before it, and by the present state. ` +
    "Deliveries that await their first attempt are not counted.",
  input: z.strictObject({ webhookId: Id }),
  output: z.array(z.object({ date: z.iso.date(), ...Counts })),
  run: async ({ tx, now }, { webhookId }) => {
    if (!(await tx.webhooks.get(webhookId))) throw webhookRefusals.not_found();
    const first = firstDay(now);
    const counted = await tx.select({
      fields: {
        date: sql<string>`to_char(${webhookDeliveries.createdAt} at time zone 'UTC', 'YYYY-MM-DD')`,
        ...counts,
      },
      from: webhookDeliveries,
      where: and(eq(webhookDeliveries.webhookId, webhookId), since(first)),
      groupBy: [sql`1`],
    });
    const byDate = new Map(counted.map((day) => [day.date, day]));
    return Array.from({ length: DAYS }, (_, index) => {
      const date = dateOf(first + index * DAY_MS);
      return byDate.get(date) ?? { date, delivered: 0, failed: 0, exhausted: 0, disabled: 0 };
    });
  },
});

export const countDeliveries = query({
  name: "countDeliveries",
  console: "webhooks.counts",
  capability: "ManageWebhooks",
  summary: "Count the deliveries of all webhooks in the last two weeks",
  description: "Covers the same days as the history of one endpoint. Omits endpoints without deliveries.",
  input: z.strictObject({}),
  output: z.array(z.object({ webhookId: Id, ...Counts })),
  run: ({ tx, now }) =>
    tx.select({
      fields: { webhookId: webhookDeliveries.webhookId, ...counts },
      from: webhookDeliveries,
      where: since(firstDay(now)),
      groupBy: [webhookDeliveries.webhookId],
      orderBy: [webhookDeliveries.webhookId],
    }),
});
