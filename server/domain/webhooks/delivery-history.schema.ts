import * as z from "zod";
import { Id } from "@/server/kernel/fields";

/** How many deliveries are in each state; those that wait for their first try are in none. */
const counts = { delivered: z.int(), failed: z.int(), exhausted: z.int(), disabled: z.int() };

export const DeliveryCounts = z.object(counts);
export type DeliveryCounts = z.output<typeof DeliveryCounts>;

/** What became of the events of one day (UTC) for one endpoint. */
export const DeliveryDay = z.object({ date: z.iso.date(), ...counts });
export type DeliveryDay = z.output<typeof DeliveryDay>;

export const DeliveriesOfWebhook = z.object({ webhookId: Id, ...counts });
