import * as z from "zod";
import type { TenantActor } from "@/server/kernel/operation/actor";
import { Id } from "@/server/kernel/fields";
import { command, query } from "@/server/kernel/operation/operation";
import { refuseTaken } from "@/server/kernel/operation/store";
import { useOnce } from "../one-time-tokens/tokens";
import { refuseUnlessRecent, self } from "../users/self";
import { queueNotice } from "../messages/notices";
import { readAppearance } from "../tenant-config/tenant-config";
import { shownName } from "../tenant-config/tenant-config.schema";
import { getPerson, labelOf, lockPerson, userTarget } from "../users/people";
import { factorNotice, factorsOf, factorWords } from "./factors";
import {
  beginPasskey,
  CEREMONY_MS,
  finishPasskey,
  passkeysOf,
  ownAccountRefusals,
} from "./kinds/passkey-ceremony";
import { optionsInForce, factorRefusals } from "./own-factors";
import { FactorLabel } from "./own-factors.schema";
import { registerPasskey } from "./kinds/passkeys";
import { beginTotp, confirmTotp, totpUri, typedSeed } from "./kinds/totp";
import { defineRefusals } from "@/server/kernel/texts/define";

const refusals = defineRefusals("factor", {
  too_many_authenticator_apps: {
    status: 400,
    text: "You have {max} authenticator apps already; remove one first.",
  },
  passkeys_not_offered: { status: 400, text: "Your organization does not offer passkeys." },
});

/*
 * Enrolment of second factors by the user. The browser keeps the sealed state (a TOTP seed or a challenge) between two steps.
 * Unfinished enrolments therefore need no storage on the server.
 */

/** Maximum number of authenticator apps. Each sign-in reads all factors of the user. */
const MOST = 20;

const Answer = z.object({ userId: Id, factor: z.string() });

export const beginOwnTotp = query({
  name: "beginOwnTotp",
  capability: "ManageOwnAccount",
  summary: "Begin to add an authenticator app",
  description: "With `sealed`, the same seed is shown again.",
  input: z.strictObject({ sealed: z.string().max(2_000).optional() }),
  output: z.object({
    sealed: z.string(),
    /** The `otpauth:` URI for a QR code. */
    uri: z.string(),
    /** The seed in groups of four letters, for typing. */
    typed: z.string(),
  }),
  prepare: async ({ ports }) => ports.vault,
  run: async ({ tx, actor, now }, { sealed }, vault) => {
    await refuseUnlessRecent(tx, actor, now);
    const [person, appearance] = await Promise.all([getPerson(tx, self(actor).userId), readAppearance(tx)]);
    const names = { account: labelOf(person) ?? "", issuer: shownName(appearance) };
    const again = sealed === undefined ? null : totpUri(vault, sealed, names);
    const enrolment =
      sealed !== undefined && again !== null
        ? { sealed, uri: again }
        : beginTotp(vault, names.account, names.issuer);
    return { ...enrolment, typed: typedSeed(enrolment.uri) };
  },
});

export const addOwnTotp = command({
  name: "addOwnTotp",
  capability: "ManageOwnAccount",
  summary: "Add an authenticator app",
  description: "The code proves that the app has the seed; guesses are limited.",
  input: z.strictObject({
    sealed: z.string().max(2_000),
    code: z.string().max(20),
    label: FactorLabel.nullish(),
  }),
  output: Answer,
  event: "factor_added",
  target: (_input, user) => userTarget(user),
  prepare: async ({ actor, ports }) => {
    await ports.slowGuessing(`${actor.tenantId}/${self(actor).userId}/totp`);
    return ports.vault;
  },
  run: async ({ tx, actor, now, changed, labelled }, { sealed, code, label = null }, vault) => {
    const { userId } = self(actor);
    const person = await lockPerson(tx, userId);
    await refuseUnlessRecent(tx, actor, now);
    const held = await factorsOf(tx, userId);
    if (held.filter(({ kind }) => kind === "totp").length >= MOST)
      throw refusals.too_many_authenticator_apps({ max: MOST });
    if ((await confirmTotp(tx, vault, { userId, sealed, code, label }, now)) === null)
      throw factorRefusals.totp_code_wrong();
    const added = { kind: "totp", label } as const;
    const factor = factorWords(added);
    labelled(actor.subject.label);
    changed({ factor: null }, { factor });
    await queueNotice(tx, person, factorNotice("added", added));
    return { userId, factor };
  },
});

/** Returns the user's identifier in the sealed state of a passkey ceremony. */
const holderOf = (actor: TenantActor) => `user:${actor.tenantId}/${self(actor).userId}`;

export const beginOwnPasskey = query({
  name: "beginOwnPasskey",
  capability: "ManageOwnAccount",
  summary: "Begin to add a passkey",
  description: "`options` is the argument of `navigator.credentials.create`.",
  input: z.strictObject({}),
  output: z.object({ sealed: z.string(), options: z.record(z.string(), z.unknown()) }),
  prepare: async ({ ports }) => ({
    vault: ports.vault,
    baseUrl: ports.installation.baseUrl,
    allowed: (await ports.settings()).allowedSignInOptions,
  }),
  run: async ({ tx, actor, now }, _input, { vault, baseUrl, allowed }) => {
    const { userId } = self(actor);
    await refuseUnlessRecent(tx, actor, now);
    if (!(await optionsInForce(tx, allowed)).webAuthnEnabled) throw refusals.passkeys_not_offered();
    const [person, appearance] = await Promise.all([getPerson(tx, userId), readAppearance(tx)]);
    const userName = labelOf(person) ?? "";
    const names = { rpName: shownName(appearance), userName, displayName: person.name ?? userName };
    return beginPasskey(tx, { vault, baseUrl }, { of: holderOf(actor), userId, ...names }, now);
  },
});

export const addOwnPasskey = command({
  name: "addOwnPasskey",
  capability: "ManageOwnAccount",
  summary: "Add a passkey",
  input: z.strictObject({
    sealed: z.string().max(4_000),
    /** The result of `navigator.credentials.create`, as JSON. */
    response: z.record(z.string(), z.unknown()),
    label: FactorLabel.nullish(),
  }),
  output: Answer,
  event: "factor_added",
  target: (_input, user) => userTarget(user),
  prepare: async ({ actor, ports, now }, { sealed, response }) => {
    const host = { vault: ports.vault, baseUrl: ports.installation.baseUrl };
    const finished = await finishPasskey(host, { of: holderOf(actor), sealed, response }, now);
    return { ...finished, allowed: (await ports.settings()).allowedSignInOptions };
  },
  run: async ({ tx, actor, now, changed, labelled }, { label = null }, prepared) => {
    const { passkey, challenge, userHandle, allowed } = prepared;
    const { userId } = self(actor);
    const person = await lockPerson(tx, userId);
    await refuseUnlessRecent(tx, actor, now);
    if (!(await optionsInForce(tx, allowed)).webAuthnEnabled) throw refusals.passkeys_not_offered();
    await passkeysOf(tx, userId);
    const request = { userId, purpose: PASSKEY_REQUEST, token: challenge };
    if (!(await useOnce(tx, { ...request, expiresAt: new Date(+now + CEREMONY_MS) }, now)))
      throw ownAccountRefusals.passkey_request_used();
    const registered = registerPasskey(tx, { userId, userHandle, passkey, label }, now);
    await refuseTaken(registered, { factors_external_key: factorRefusals.passkey_in_use });
    const added = { kind: "webauthn", label } as const;
    const factor = factorWords(added);
    labelled(actor.subject.label);
    changed({ factor: null }, { factor });
    await queueNotice(tx, person, factorNotice("added", added));
    return { userId, factor };
  },
});

/** Purpose of the records of used challenges. The server stores a record until its challenge expires. */
const PASSKEY_REQUEST = "passkey_request";
