import * as z from "zod";
import { factorWords } from "@/server/domain/factors/factors";
import { beginPasskey, CEREMONY_MS, finishPasskey } from "@/server/domain/factors/kinds/passkey-ceremony";
import { registerPasskey } from "@/server/domain/factors/kinds/passkeys";
import { PLATFORM_NAME } from "@/server/domain/messages/content";
import type { PlatformActor } from "@/server/kernel/operation/actor";
import { Id } from "@/server/kernel/fields";
import { platformQuery } from "@/server/kernel/operation/operation";
import { refuseTaken } from "@/server/kernel/operation/store";
import { administeredCommand } from "./administered-command";
import { useChallengeOnce } from "./administrator-record";
import { factorAdded, limitGuesses, mayAddFactor } from "./factor-proof";
import { NewPlatformPasskey } from "./factors.schema";
import { administratorTarget, lockProved, provePassword, self } from "./self";
import { factorRefusals } from "../domain/factors/own-factors";
import { ownAccountRefusals } from "../domain/factors/kinds/passkey-ceremony";

/* Passkeys that platform administrators add themselves. They are bound to the host of the console. */

/** Returns the owner of a passkey in the form that the sealed state uses. */
const holderOf = (actor: PlatformActor) => `administrator:${self(actor).userId}`;

export const beginOwnPlatformPasskey = platformQuery({
  name: "beginOwnPlatformPasskey",
  console: "platform.account.beginPasskey",
  capability: "ManageOwnAccount",
  summary: "Begin to add a passkey",
  description:
    "`options` is the argument of `navigator.credentials.create`. Stores nothing until its result is sent.",
  input: z.strictObject({}),
  output: z.object({ sealed: z.string(), options: z.record(z.string(), z.unknown()) }),
  prepare: ({ ports }) => Promise.resolve({ vault: ports.vault, baseUrl: ports.installation.baseUrl }),
  run: ({ tx, actor, now }, _input, host) => {
    const { userId, email, label } = self(actor);
    const names = { rpName: PLATFORM_NAME, userName: email, displayName: label };
    return beginPasskey(tx, host, { of: holderOf(actor), userId, ...names }, now);
  },
});

export const addOwnPlatformPasskey = administeredCommand({
  name: "addOwnPlatformPasskey",
  console: { at: "platform.account.addPasskey", channel: "account" },
  capability: "ManageOwnAccount",
  summary: "Add a passkey",
  description:
    "Requires the password and a code of an existing second factor, if there is one. The first factor ends every other session and creates recovery codes, which are returned only now.",
  input: NewPlatformPasskey.extend({
    sealed: z.string().max(4_000),
    /** The result of `navigator.credentials.create`, as JSON. */
    response: z.record(z.string(), z.unknown()),
  }),
  output: z.object({
    administratorId: Id,
    /** Ten new codes with the first factor; null if some exist already. */
    recoveryCodes: z.array(z.string()).nullable(),
  }),
  event: "factor_added",
  target: administratorTarget,
  prepare: async (context, { currentPassword, sealed, response }) => {
    const proved = await provePassword(context, currentPassword);
    const vault = await limitGuesses(context);
    const { actor, now, ports } = context;
    const host = { vault, baseUrl: ports.installation.baseUrl };
    const finished = await finishPasskey(host, { of: holderOf(actor), sealed, response }, now);
    return { proved, vault, ...finished };
  },
  run: async ({ tx, now, changed, labelled }, { label, proof }, prepared) => {
    const { proved, vault, passkey, challenge, userHandle } = prepared;
    const { userId } = proved.self;
    const { email } = await lockProved(tx, proved, now);
    const before = await mayAddFactor(tx, vault, { acting: proved.self, proof }, now);
    const answered = { administratorId: userId, challenge, expiresAt: new Date(+now + CEREMONY_MS) };
    if (!(await useChallengeOnce(tx, answered, now))) throw ownAccountRefusals.passkey_request_used();
    const named = label || null;
    await refuseTaken(registerPasskey(tx, { userId, userHandle, passkey, label: named }, now), {
      platform_factors_external_key: factorRefusals.passkey_in_use,
    });
    const factor = { kind: "webauthn", label: named } as const;
    labelled(email);
    changed({ factor: null }, { factor: factorWords(factor) });
    const recoveryCodes = await factorAdded(tx, { acting: proved.self, email, factor, before }, now);
    return { administratorId: userId, recoveryCodes };
  },
});
