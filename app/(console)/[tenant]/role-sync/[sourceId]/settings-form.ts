import * as z from "zod";
import { FeedSettings, Schedule } from "@/server/domain/role-sync/role-sync.schema";

/** The settings and what stands beside them, as one form; the secret is kept unless a new one is typed. */
export const SettingsForm = FeedSettings.extend({
  everyMinutes: Schedule,
  secret: z.string().max(4_000, "must have at most 4000 characters").optional(),
  withoutSecret: z.boolean(),
});
