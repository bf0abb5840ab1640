import * as z from "zod";
import { must } from "@/server/kernel/strings/must";
import { verbatim } from "@/server/kernel/strings/composed";

/* Schemas of an endpoint's fields in the console's forms. The server also checks that the named events exist. */

export const WebhookUrl = verbatim(z.string(must("not_url")).trim().min(1).max(2_000));

export const WebhookDescription = z.string().trim().max(500);

/** `*`, or a comma-separated list of event names and event groups. */
export const EventList = z.string(must("not_event_list")).trim().max(4_000);
