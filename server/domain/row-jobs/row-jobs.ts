import * as z from "zod";
import { jobTexts } from "@/server/kernel/texts/jobs";

/** Reasons to stop a job. `rights_lost`: the administrator who started it lost the rights for it. */
export const StopReason = z.enum(["stopped", "rights_lost"]);
export type StopReason = z.output<typeof StopReason>;

/** Returns the text of this reason. */
export const stopText = (reason: StopReason) => jobTexts[reason]();
