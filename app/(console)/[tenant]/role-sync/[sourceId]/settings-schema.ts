import * as z from "zod";
import { FeedSettings, Schedule } from "@/server/domain/role-sync/role-sync.schema";

/** Input of the settings form. An empty secret leaves the stored secret unchanged. */
export const SettingsForm = FeedSettings.extend({
  everyMinutes: Schedule,
  secret: z.string().max(4_000).optional(),
  withoutSecret: z.boolean(),
});
