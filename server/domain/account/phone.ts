import * as z from "zod";
import type { TenantActor } from "@/server/kernel/operation/actor";
import { Id } from "@/server/kernel/fields";
import { command, query } from "@/server/kernel/operation/operation";
import type { SignInOptions } from "@/server/kernel/settings";
import type { WriteTx } from "@/server/kernel/operation/store";
import { moveCodeFactor } from "../factors/kinds/codes";
import { factorsOf } from "../factors/factors";
import { optionsInForce, takeFactorAway } from "../factors/own-factors";
import { localeOf, queueMessage, sealMessage } from "../messages/queue";
import { codeSentTo, keepCode, newCode, spendCode } from "../one-time-tokens/codes";
import { getPerson, labelOf, lockPerson, provenPhone, userTarget, type UserRecord } from "../users/people";
import { OwnPhone, Phone } from "./phone.schema";
import { refuseContactChange } from "./own-contact";
import { self, themselves } from "../users/self";
import { defineRefusals } from "@/server/kernel/texts/define";

const accountRefusals = defineRefusals("account", {
  phone_unchanged: { status: 400, text: "phone: is your number already.", field: "phone" },
});

/*
 * A user's own phone number. Codes that are sent to a number can open the account. A number therefore counts as proven only
 * after the user has entered a code from a message to the number. An installation without text messages stores the number as
 * unproven contact data.
 */

const codeUse = (actor: TenantActor) => ({ ...self(actor), purpose: "phone" });

export const getOwnPhone = query({
  name: "getOwnPhone",
  capability: "ManageOwnAccount",
  summary: "Get one's own phone number",
  input: z.strictObject({}),
  output: OwnPhone,
  prepare: ({ ports }) => Promise.resolve(ports.channels.sms),
  run: async ({ tx, actor, now }, _input, provable) => {
    const person = await getPerson(tx, self(actor).userId);
    const pending = await codeSentTo(tx, codeUse(actor), now);
    return { phone: person.phone, proven: provenPhone(person) !== null, provable, pending };
  },
});

export const requestOwnPhone = command({
  name: "requestOwnPhone",
  capability: "ManageOwnAccount",
  summary: "Request a change of one's own phone number",
  description:
    "The number changes when the user enters the code that is sent to it. If the installation sends no text " +
    "messages, it changes at once and is unproven.",
  input: z.strictObject({ phone: Phone }),
  output: z.object({ userId: Id, sent: z.boolean() }),
  event: "phone_code_requested",
  target: (_input, user) => userTarget(user),
  prepare: async ({ actor, ports, read, now }, { phone }) => {
    const { userId } = themselves(actor);
    const person = await read(async (tx) => {
      await refuseContactChange(tx, actor, now);
      return getPerson(tx, userId);
    });
    const presentPhone = ports.channels.sms ? provenPhone(person) : person.phone;
    if (presentPhone === phone) throw accountRefusals.phone_unchanged();
    const { allowedSignInOptions: allowed } = await ports.settings();
    if (!ports.channels.sms) return { allowed, sending: null };
    // Each request sends a message to an unproven number. The rate limit prevents floods of messages.
    await ports.slowGuessing(`phone/${actor.tenantId}/${userId}`);
    await ports.slowGuessing(`phone/${phone.replace(/\D/g, "")}`);
    const { code, sealed } = newCode(ports.vault);
    const to = { channel: "sms" as const, to: phone, locale: localeOf(person) };
    const message = sealMessage(ports.vault, { ...to, template: "phone_code", data: { code } });
    return { allowed, sending: { sealed, message } };
  },
  run: async ({ tx, actor, now, changed, labelled, happened }, { phone }, { allowed, sending }) => {
    const { userId } = themselves(actor);
    const person = await lockPerson(tx, userId);
    await refuseContactChange(tx, actor, now);
    labelled(labelOf(person));
    if (sending === null) {
      happened("phone_changed");
      changed(person, { phone, phoneVerifiedAt: null });
      await dropTextCodes(tx, person, allowed);
      await takePhone(tx, person, { phone, phoneVerifiedAt: null }, now);
      return { userId, sent: false };
    }
    changed({ newPhone: null }, { newPhone: phone });
    await keepCode(tx, codeUse(actor), { sealed: sending.sealed, sentTo: phone }, now);
    await queueMessage(tx, sending.message);
    return { userId, sent: true };
  },
});

export const confirmOwnPhone = command({
  name: "confirmOwnPhone",
  capability: "ManageOwnAccount",
  summary: "Confirm a new phone number with the code",
  description: "The code is valid in the session that requested it, for ten minutes and five answers.",
  input: z.strictObject({ code: z.string().max(20) }),
  /** The command returns the outcome "wrong" for a wrong code. An error would roll back the count of attempts. */
  output: z.object({ userId: Id, outcome: z.enum(["proven", "wrong", "expired"]) }),
  event: "phone_changed",
  target: (_input, user) => userTarget(user),
  prepare: async ({ actor, ports }) => {
    await ports.slowGuessing(`${actor.tenantId}/${themselves(actor).userId}/phone`);
    return ports.vault;
  },
  run: async ({ tx, actor, now, changed, labelled, unchanged }, { code }, vault) => {
    const { userId } = themselves(actor);
    const person = await lockPerson(tx, userId);
    await refuseContactChange(tx, actor, now);
    const spent = await spendCode(tx, vault, codeUse(actor), code, now);
    if (typeof spent === "string") {
      unchanged();
      return { userId, outcome: spent };
    }
    const proven = { phone: spent.sentTo, phoneVerifiedAt: now };
    labelled(labelOf(person));
    changed(person, proven);
    await takePhone(tx, person, proven, now);
    await moveCodeFactor(tx, { userId, kind: "sms", address: spent.sentTo });
    return { userId, outcome: "proven" as const };
  },
});

export const removeOwnPhone = command({
  name: "removeOwnPhone",
  capability: "ManageOwnAccount",
  summary: "Remove one's own phone number",
  input: z.strictObject({}),
  description:
    "Removes codes by text message as a second factor. Refused if they are the last second factor and one is required.",
  output: z.object({ userId: Id, removed: z.boolean() }),
  event: "phone_changed",
  target: (_input, user) => userTarget(user),
  prepare: async ({ ports }) => (await ports.settings()).allowedSignInOptions,
  run: async ({ tx, actor, now, changed, labelled, unchanged }, _input, allowed) => {
    const { userId } = themselves(actor);
    const person = await lockPerson(tx, userId);
    await refuseContactChange(tx, actor, now);
    if (person.phone === null) {
      unchanged();
      return { userId, removed: false };
    }
    labelled(labelOf(person));
    changed(person, { phone: null, phoneVerifiedAt: null });
    await dropTextCodes(tx, person, allowed);
    await takePhone(tx, person, { phone: null, phoneVerifiedAt: null }, now);
    return { userId, removed: true };
  },
});

/** Removes the second factor "codes by text message". This factor needs a proven number. */
async function dropTextCodes(tx: WriteTx, person: UserRecord, allowed: SignInOptions) {
  const held = await factorsOf(tx, person.id);
  const removed = held.find(({ kind }) => kind === "sms");
  if (removed) await takeFactorAway(tx, { person, held, removed }, await optionsInForce(tx, allowed));
}

/**
 * Changes the number. Always notifies the user by mail. An attacker may have entered the number, and codes to the number can
 * open the account.
 */
async function takePhone(
  tx: Pick<WriteTx, "users" | "messages">,
  person: UserRecord,
  values: Pick<UserRecord, "phone" | "phoneVerifiedAt">,
  now: Date,
) {
  await tx.users.update(person.id, { ...values, updatedAt: now });
  if (person.email === null) return;
  await tx.messages.insert({
    channel: "email",
    recipient: person.email,
    template: "phone_changed",
    data: { removed: values.phone === null },
    locale: localeOf(person),
  });
}
