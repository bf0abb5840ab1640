import * as z from "zod";
import { jobTexts } from "@/server/kernel/texts/jobs";

/** Reason of the stop of a job. `rights_lost`: the administrator who started it no longer may. */
export const StopReason = z.enum(["stopped", "rights_lost"]);
export type StopReason = z.output<typeof StopReason>;

/** Returns the text of this reason. */
export const stopText = (reason: StopReason) => jobTexts[reason]();
