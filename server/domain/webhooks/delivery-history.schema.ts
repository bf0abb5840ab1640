import * as z from "zod";
import { Id } from "@/server/kernel/fields";

/** Number of deliveries in each state. Excludes deliveries without a first attempt. */
const counts = { delivered: z.int(), failed: z.int(), exhausted: z.int(), disabled: z.int() };

export const DeliveryCounts = z.object(counts);
export type DeliveryCounts = z.output<typeof DeliveryCounts>;

/** The deliveries of one endpoint on one day (UTC). */
export const DeliveryDay = z.object({ date: z.iso.date(), ...counts });
export type DeliveryDay = z.output<typeof DeliveryDay>;

export const DeliveriesOfWebhook = z.object({ webhookId: Id, ...counts });
