import * as z from "zod";
import { Id, Timestamp } from "@/server/kernel/fields";

export const AppSecret = z.object({
  secretId: Id,
  createdAt: Timestamp,
  lastUsedAt: Timestamp.nullable().describe("Time of the last use, at most five minutes late."),
  expiresAt: Timestamp.nullable(),
});
export type AppSecret = z.output<typeof AppSecret>;

export const NewSecret = z.strictObject({
  expiresInDays: z
    .int()
    .min(1)
    .max(3_650)
    .nullish()
    .describe("Days after which the secret stops working, 1 to 3,650. Null: it does not expire."),
});

export const AddedSecret = AppSecret.pick({ secretId: true, expiresAt: true }).extend({
  appId: Id,
  clientSecret: z.string().describe("Returned only here."),
});
