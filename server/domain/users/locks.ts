import * as z from "zod";
import { Id } from "@/server/kernel/fields";
import { command } from "@/server/kernel/operation/operation";
import { guardAdministrator, keepingAdministrators } from "./administrator-guard";
import { lockState } from "./lock-state";
import { endSessions, labelOf, lockPerson, userTarget } from "./people";
import { chosenOnce, LockInput, LockState } from "./users.schema";
import { defineRefusals } from "@/server/kernel/texts/define";

export const administratorRefusals = defineRefusals("administrator", {
  last_owner_not_lockable: { status: 400, text: "The last active owner cannot be locked." },
  lock_reserved: {
    status: 403,
    text: "Only an owner, or a credential with ManageTenantAdmins, can lock an administrator.",
  },
  unlock_reserved: {
    status: 403,
    text: "Only an owner, or a credential with ManageTenantAdmins, can unlock an administrator.",
  },
});

const MINUTE = 60_000;

export const lockUser = command({
  name: "lockUser",
  rest: "POST /users/{userId}/lock",
  console: "users.lock",
  capability: "ManageUsers",
  summary: "Lock a user",
  description:
    "Blocks new sign-ins, either for a time (durationMinutes) or without an end (indefinite: true). A lock is " +
    "separate from the status and replaces an earlier lock. For an administrator, the capability " +
    "ManageTenantAdmins is required in addition.",
  input: LockInput.extend({ userId: Id }).superRefine((input, context) => {
    const message = chosenOnce(input);
    if (message !== null) context.addIssue({ code: "custom", path: ["durationMinutes"], message });
  }),
  output: LockState,
  event: "user_locked",
  touches: ["access"],
  target: userTarget,
  run: async (
    { tx, actor, now, changed, labelled },
    { userId, durationMinutes, reason, endSessions: ending },
  ) => {
    const before = await lockPerson(tx, userId);
    await guardAdministrator(tx, actor, "access", userId, administratorRefusals.lock_reserved);
    const lock = {
      lockedUntil: durationMinutes == null ? null : new Date(now.getTime() + durationMinutes * MINUTE),
      lockedIndefinitely: durationMinutes == null,
      lockReason: reason ?? null,
    };
    labelled(labelOf(before));
    changed(before, lock);
    const write = () =>
      Promise.all([
        tx.users.update(userId, { ...lock, lockCause: null, updatedAt: now }),
        ending && endSessions(tx, userId, now),
      ]);
    await keepingAdministrators(tx, { actor, userId, now }, write, () =>
      administratorRefusals.last_owner_not_lockable(),
    );
    return { userId, ...lockState(lock, now) };
  },
});

export const unlockUser = command({
  name: "unlockUser",
  rest: "POST /users/{userId}/unlock",
  console: "users.unlock",
  capability: "ManageUsers",
  summary: "Unlock a user",
  description:
    "Clears a manual or automatic lock and the count of failed sign-ins. For an administrator, the capability " +
    "ManageTenantAdmins is required in addition.",
  input: z.strictObject({ userId: Id }),
  output: LockState,
  event: "user_unlocked",
  touches: ["access"],
  target: userTarget,
  run: async ({ tx, actor, now, changed, labelled, unchanged }, { userId }) => {
    const before = await lockPerson(tx, userId);
    await guardAdministrator(tx, actor, "access", userId, administratorRefusals.unlock_reserved);
    const none = { lockedUntil: null, lockedIndefinitely: false, lockReason: null, failedSignIns: 0 };
    if (!lockState(before, now).locked && before.failedSignIns === 0) unchanged();
    else {
      labelled(labelOf(before));
      changed(before, none);
      await tx.users.update(userId, { ...none, lockCause: null, updatedAt: now });
    }
    return { userId, ...lockState(none, now) };
  },
});
