import * as z from "zod";
import { Id, Timestamp, wholeNumber } from "@/server/kernel/fields";
import { must } from "@/server/kernel/strings/must";
import { actAsStatuses } from "./statuses.schema";

export { actAsStatuses };
export const ActAsStatus = z.enum(actAsStatuses);

/** Minimum, maximum and default time for which an administrator acts as a user, in minutes. */
export const ACT_AS_MINUTES = { least: 5, most: 60, usual: 30 } as const;

/** An administrator's request to act as a user. */
export const NewActAs = z.strictObject({
  userId: Id,
  /** The app in which the administrator acts as the user; null for the account page. */
  appId: Id.nullable(),
  reason: z.string(must("no_reason_for_person")).trim().min(3, must("no_reason_for_person")).max(500),
  minutes: wholeNumber(ACT_AS_MINUTES.least, ACT_AS_MINUTES.most).default(ACT_AS_MINUTES.usual),
});

const Who = z.object({ userId: Id, name: z.string().nullable(), email: z.string().nullable() });

/** A request to act as a user, with its outcome. */
export const ActAsRequest = z.object({
  requestId: Id,
  requester: Who,
  person: Who,
  app: z.object({ appId: Id, name: z.string() }).nullable(),
  reason: z.string(),
  minutes: z.int(),
  status: ActAsStatus,
  requestedAt: Timestamp,
  /**
   * Before an approval: deadline for the user's answer. After an approval: deadline until which the administrator must start to
   * act as the user.
   */
  expiresAt: Timestamp,
  decidedAt: Timestamp.nullable(),
  startedAt: Timestamp.nullable(),
  endsAt: Timestamp.nullable(),
  endedAt: Timestamp.nullable(),
  endedBy: z.string().nullable(),
});
export type ActAsRequest = z.output<typeof ActAsRequest>;

/** A request in an administrator's list. `mine` is true if this administrator made the request. */
export const ActAsRow = ActAsRequest.extend({ mine: z.boolean() });
export type ActAsRow = z.output<typeof ActAsRow>;

/** Settings for acting as users. `enabled`: acting is permitted. `requireApproval`: the user must approve each request. */
export const ActAsSettings = z.object({ enabled: z.boolean(), requireApproval: z.boolean() });
