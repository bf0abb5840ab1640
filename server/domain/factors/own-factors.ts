import * as z from "zod";
import { Id } from "@/server/kernel/fields";
import { command, query } from "@/server/kernel/operation/operation";
import type { SignInOptions } from "@/server/kernel/settings";
import type { ReadTx, WriteTx } from "@/server/kernel/operation/store";
import { refuseUnlessRecent, self, signedInRecently } from "../users/self";
import { readSetting } from "../settings/tenant-settings";
import { allowedOptions, signInOptions, takesPasskeys } from "../sign-in-options/sign-in-options";
import { policiesOf } from "../tags/policies";
import { queueNotice } from "../messages/notices";
import { isAdministrator } from "../users/administrator-guard";
import { getPerson, lockPerson, userTarget, type UserRecord } from "../users/people";
import { addableCodeFactors } from "./code-factors";
import { isSecondFactor } from "../sign-in-methods/factor-kinds.schema";
import { endTrust, factorNotice, factorsOf, factorWords } from "./factors";
import type { Factor } from "./kinds/factor-kind";
import { OwnFactors } from "./own-factors.schema";
import { makeRecoveryCodes, removeRecoveryCodes } from "./kinds/recovery-codes";
import { defineRefusals } from "@/server/kernel/texts/define";

export const factorRefusals = defineRefusals("factor", {
  not_found: { status: 404, text: "There is no such second factor." },
  /** The organization requires a second factor, and the user has no other factor. */
  last_required: {
    status: 400,
    text: "Your organization requires a second factor of you. Add another one before you remove this one.",
  },
  recovery_codes_need_factor: {
    status: 400,
    text: "Recovery codes stand in for a second factor: add a passkey or an authenticator app first.",
  },
  totp_code_wrong: {
    status: 400,
    text: "code: is not the code that your app shows now.",
    field: "code",
  },
  passkey_in_use: { status: 409, text: "This passkey was added before." },
});

/** Returns the effective sign-in options: those that the organization chose and the platform allows. */
export const optionsInForce = async (tx: Pick<ReadTx, "tenantSettings">, allowed: SignInOptions) =>
  allowedOptions(await readSetting(tx, signInOptions), allowed);

/**
 * Returns a predicate on factors. The predicate is true if the factor counts as a second factor of this user. The sign-in uses
 * the same conditions.
 */
async function secondFactorsOf(
  tx: ReadTx,
  userId: number,
  options: SignInOptions,
): Promise<(factor: Pick<Factor, "kind">) => boolean> {
  const passkeys = takesPasskeys(options, await isAdministrator(tx, userId));
  return (factor) => isSecondFactor(factor) && (factor.kind !== "webauthn" || passkeys);
}

export const listOwnFactors = query({
  name: "listOwnFactors",
  capability: "ManageOwnAccount",
  summary: "List one's own second factors",
  input: z.strictObject({}),
  output: OwnFactors,
  prepare: async ({ ports }) => ({
    allowed: (await ports.settings()).allowedSignInOptions,
    channels: ports.channels,
  }),
  run: async ({ tx, actor, now }, _input, { allowed, channels }) => {
    const { userId } = self(actor);
    const [factors, options, policies, person, recent] = await Promise.all([
      factorsOf(tx, userId),
      optionsInForce(tx, allowed),
      policiesOf(tx, userId),
      getPerson(tx, userId),
      signedInRecently(tx, actor, now),
    ]);
    return {
      factors: factors.map(
        ({ credentialId: _id, transports: _transports, address: _address, ...factor }) => ({
          ...factor,
          createdAt: factor.createdAt.toISOString(),
          lastUsedAt: factor.lastUsedAt?.toISOString() ?? null,
        }),
      ),
      passkeys: options.webAuthnEnabled,
      codes: await addableCodeFactors(tx, actor, { person, held: factors, channels }, now),
      required: policies.requireMfa ?? false,
      hasPassword: person.passwordHash !== null,
      recent,
    };
  },
});

/**
 * Removes a factor and notifies the user. Also removes the recovery codes if no second factor remains. Throws (400) if the
 * organization requires a second factor and no other second factor remains. The caller must have locked the user's row.
 */
export async function takeFactorAway(
  tx: WriteTx,
  { person, held, removed }: { person: UserRecord; held: Factor[]; removed: Factor },
  options: SignInOptions,
): Promise<void> {
  const counts = await secondFactorsOf(tx, person.id, options);
  const remaining = held.filter((factor) => factor !== removed && counts(factor));
  if (counts(removed) && remaining.length === 0) {
    if ((await policiesOf(tx, person.id)).requireMfa) throw factorRefusals.last_required();
    await removeRecoveryCodes(tx, person.id);
  }
  await tx.factors.remove(removed.factorId);
  await endTrust(tx, person.id);
  await queueNotice(tx, person, factorNotice("removed", removed));
}

export const removeOwnFactor = command({
  name: "removeOwnFactor",
  capability: "ManageOwnAccount",
  summary: "Remove one of one's own second factors",
  description:
    "The last one cannot be removed if the organization requires a second factor. The recovery codes are removed with the last one.",
  input: z.strictObject({ factorId: Id }),
  output: z.object({ userId: Id, factorId: Id, removed: z.boolean() }),
  event: "factor_removed",
  target: (_input, user) => userTarget(user),
  prepare: async ({ ports }) => (await ports.settings()).allowedSignInOptions,
  run: async ({ tx, actor, now, changed, labelled }, { factorId }, allowed) => {
    const { userId } = self(actor);
    // Without the lock, two simultaneous removals could remove the last two factors. Each removal would still find the other
    // factor.
    const person = await lockPerson(tx, userId);
    await refuseUnlessRecent(tx, actor, now);
    const held = await factorsOf(tx, userId);
    const removed = held.find((factor) => factor.factorId === factorId);
    if (!removed) throw factorRefusals.not_found();
    labelled(actor.subject.label);
    const factor = factorWords(removed);
    changed({ factor }, { factor: null });
    await takeFactorAway(tx, { person, held, removed }, await optionsInForce(tx, allowed));
    return { userId, factorId, removed: true };
  },
});

export const makeOwnRecoveryCodes = command({
  name: "makeOwnRecoveryCodes",
  capability: "ManageOwnAccount",
  summary: "Make new recovery codes",
  description:
    "Returns ten codes, each valid once; they cannot be read again later. The previous codes stop working.",
  input: z.strictObject({}),
  output: z.object({ userId: Id, codes: z.array(z.string()) }),
  event: "recovery_codes_made",
  target: (_input, user) => userTarget(user),
  prepare: async ({ ports }) => (await ports.settings()).allowedSignInOptions,
  run: async ({ tx, actor, now, labelled }, _input, allowed) => {
    const { userId } = self(actor);
    await lockPerson(tx, userId);
    await refuseUnlessRecent(tx, actor, now);
    const options = await optionsInForce(tx, allowed);
    const held = await factorsOf(tx, userId);
    if (!held.some(await secondFactorsOf(tx, userId, options)))
      throw factorRefusals.recovery_codes_need_factor();
    labelled(actor.subject.label);
    return { userId, codes: await makeRecoveryCodes(tx, userId, now) };
  },
});
