import * as z from "zod";
import { must } from "@/server/kernel/strings/must";

/*
 * Fields of an endpoint, as forms check them. The server also checks the names of events against the whole catalogue.
 */

export const WebhookUrl = z.string(must("not_url")).trim().min(1).max(2_000);

export const WebhookDescription = z.string().trim().max(500);

/** `*`, or names and groups of events, comma-separated. */
export const EventList = z.string(must("not_event_list")).trim().max(4_000);
