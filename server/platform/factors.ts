import * as z from "zod";
import { factorNotice, factorsOf, factorWords } from "@/server/domain/factors/factors";
import { makeRecoveryCodes } from "@/server/domain/factors/kinds/recovery-codes";
import { factorStoreOf } from "@/server/domain/factors/factor-store";
import { beginTotp, confirmTotp, typedSeed } from "@/server/domain/factors/kinds/totp";
import { isSecondFactor, isTypedKind } from "@/server/domain/sign-in-methods/factor-kinds.schema";
import { PLATFORM_NAME } from "@/server/domain/messages/content";
import { queuePlatformNotice } from "@/server/domain/messages/platform-notices";
import { Id } from "@/server/kernel/fields";
import { platformQuery } from "@/server/kernel/operation/operation";
import { administeredCommand } from "./administered-command";
import { lockAdministrator, spendResetLinks } from "./administrator-record";
import { factorAdded, limitGuesses, mayAddFactor, refuseWithoutFactor } from "./factor-proof";
import { FactorProof, NewPlatformApp, PlatformFactors } from "./factors.schema";
import {
  administratorTarget,
  endConsoleSessions,
  lockProved,
  lockSelf,
  provePassword,
  self,
  selfOf,
} from "./self";
import { factorRefusals } from "../domain/factors/own-factors";
import { defineRefusals } from "@/server/kernel/texts/define";

const platformAdministratorRefusals = defineRefusals("platform_administrator", {
  last_factor_required: {
    status: 409,
    text: "The platform asks every administrator for a second factor: add another one first.",
  },
  /** A credential resets the second factor of an administrator. */
  factor_reset_needs_administrator: {
    status: 403,
    text: "Only a platform administrator can reset another's second factor.",
  },
  own_factor_reset: {
    status: 400,
    text: "You cannot reset your own second factor.",
    field: "administratorId",
  },
  no_factor: { status: 409, text: "They have no second factor." },
});

/*
 * Second factors of the platform's administrators: set-up and removal by the administrator, and the reset by another
 * administrator. domain/factors creates and verifies factors; auth/sign-in uses them.
 */

export const listOwnPlatformFactors = platformQuery({
  name: "listOwnPlatformFactors",
  console: "platform.account.factors",
  capability: "ManageOwnAccount",
  summary: "List one's own second factors",
  input: z.strictObject({}),
  output: PlatformFactors,
  prepare: async ({ ports }) => (await ports.settings()).administratorSecondFactor,
  run: async ({ tx, actor }, _input, required) => {
    const held = await factorsOf(tx, self(actor).userId);
    const typed = held.filter(({ kind }) => isTypedKind(kind));
    return {
      required,
      showsCodes: typed.some(
        (factor) => isSecondFactor(factor) || (typed.length === held.length && (factor.codesLeft ?? 0) > 0),
      ),
      factors: held.map(({ factorId, kind, label, createdAt, lastUsedAt, codesLeft }) => ({
        factorId,
        kind,
        label,
        codesLeft,
        createdAt: createdAt.toISOString(),
        lastUsedAt: lastUsedAt?.toISOString() ?? null,
      })),
    };
  },
});

export const beginOwnPlatformTotp = platformQuery({
  name: "beginOwnPlatformTotp",
  console: "platform.account.beginApp",
  capability: "ManageOwnAccount",
  summary: "Begin to add an authenticator app",
  description: "Stores nothing until the app's first code is entered.",
  input: z.strictObject({}),
  output: z.object({
    sealed: z.string(),
    /** The `otpauth:` address for a QR code. */
    uri: z.string(),
    /** The seed as text, in groups of four letters. */
    typed: z.string(),
  }),
  prepare: async ({ ports }) => ports.vault,
  run: async ({ actor }, _input, vault) => {
    const begun = beginTotp(vault, self(actor).email, PLATFORM_NAME);
    return { ...begun, typed: typedSeed(begun.uri) };
  },
});

export const addOwnPlatformTotp = administeredCommand({
  name: "addOwnPlatformTotp",
  console: { at: "platform.account.addApp", channel: "account" },
  capability: "ManageOwnAccount",
  summary: "Add an authenticator app",
  description:
    "Requires the password and a code of an existing second factor, if there is one. The first factor ends every other session and creates recovery codes, which are returned only now.",
  input: NewPlatformApp.extend({ sealed: z.string().max(2_000) }),
  output: z.object({
    administratorId: Id,
    /** Ten new codes with the first factor; null if some exist already. */
    recoveryCodes: z.array(z.string()).nullable(),
  }),
  event: "factor_added",
  target: administratorTarget,
  prepare: async (context, { currentPassword }) => ({
    proved: await provePassword(context, currentPassword),
    vault: await limitGuesses(context),
  }),
  run: async ({ tx, now, changed, labelled }, { sealed, code, proof }, { proved, vault }) => {
    const { userId } = proved.self;
    const { email } = await lockProved(tx, proved, now);
    const before = await mayAddFactor(tx, vault, { acting: proved.self, proof }, now);
    if ((await confirmTotp(tx, vault, { userId, sealed, code, label: null }, now)) === null)
      throw factorRefusals.totp_code_wrong();
    labelled(email);
    const factor = { kind: "totp", label: null } as const;
    changed({ factor: null }, { factor: factorWords(factor) });
    const recoveryCodes = await factorAdded(tx, { acting: proved.self, email, factor, before }, now);
    return { administratorId: userId, recoveryCodes };
  },
});

export const removeOwnPlatformFactor = administeredCommand({
  name: "removeOwnPlatformFactor",
  console: { at: "platform.account.removeFactor", channel: "account" },
  capability: "ManageOwnAccount",
  summary: "Remove one of one's own second factors",
  description:
    "Requires a code, and ends every other session. Recovery codes are removed with the last factor, which cannot be removed if the platform requires one of every administrator.",
  input: FactorProof.extend({ factorId: Id }),
  output: z.object({ administratorId: Id, removed: z.boolean() }),
  event: "factor_removed",
  target: administratorTarget,
  prepare: async (context) => ({
    vault: await limitGuesses(context),
    required: (await context.ports.settings()).administratorSecondFactor,
  }),
  run: async ({ tx, actor, now, changed, labelled }, { factorId, proof }, { vault, required }) => {
    const acting = self(actor);
    const { userId } = acting;
    // The lock prevents two simultaneous removals that each still find the other's factor.
    const { email } = await lockSelf(tx, acting, now);
    const factors = await factorsOf(tx, userId);
    const found = factors.find((factor) => factor.factorId === factorId);
    if (!found) throw factorRefusals.not_found();
    const last = !factors.some((factor) => factor !== found && isSecondFactor(factor));
    if (last && isSecondFactor(found) && required) throw platformAdministratorRefusals.last_factor_required();
    await refuseWithoutFactor(tx, vault, { acting, proof }, now);
    const factorStore = factorStoreOf(tx);
    await (last ? factorStore.removeAll(userId) : factorStore.remove(factorId));
    // A removed factor may be in the possession of another person, so the sessions that it opened end.
    await endConsoleSessions(tx, acting, now);
    labelled(email);
    changed({ factor: factorWords(found) }, { factor: null });
    await queuePlatformNotice(tx, email, factorNotice("removed", found));
    return { administratorId: userId, removed: true };
  },
});

export const makeOwnPlatformRecoveryCodes = administeredCommand({
  name: "makeOwnPlatformRecoveryCodes",
  console: { at: "platform.account.makeRecoveryCodes", channel: "account" },
  capability: "ManageOwnAccount",
  summary: "Make new recovery codes",
  description:
    "Requires a code. Returns ten codes, each valid once; they cannot be read again later. The previous codes stop working.",
  input: FactorProof,
  output: z.object({ administratorId: Id, recoveryCodes: z.array(z.string()) }),
  event: "recovery_codes_made",
  target: administratorTarget,
  prepare: limitGuesses,
  run: async ({ tx, actor, now, labelled }, { proof }, vault) => {
    const acting = self(actor);
    const { userId } = acting;
    const { email } = await lockSelf(tx, acting, now);
    await refuseWithoutFactor(tx, vault, { acting, proof }, now);
    labelled(email);
    const codes = { kind: "recovery_codes", label: null } as const;
    await queuePlatformNotice(tx, email, factorNotice("added", codes));
    return { administratorId: userId, recoveryCodes: await makeRecoveryCodes(tx, userId, now) };
  },
});

export const resetPlatformAdministratorFactors = administeredCommand({
  name: "resetPlatformAdministratorFactors",
  console: "platform.administrators.resetFactors",
  capability: "ManagePlatformAdministrators",
  summary: "Remove a platform administrator's second factors",
  description:
    "For an administrator who has lost them: the next sign-in requires only the password, or the set-up of a factor if the platform requires one. Ends the administrator's sessions and links for a new password, and sends a notice. Administrators cannot reset their own factors.",
  input: z.strictObject({ administratorId: Id }),
  output: z.object({ administratorId: Id, sessionsEnded: z.int() }),
  event: "second_factor_reset",
  target: administratorTarget,
  run: async ({ tx, actor, now, changed, labelled }, { administratorId }) => {
    const acting = selfOf(actor);
    if (acting === null) throw platformAdministratorRefusals.factor_reset_needs_administrator();
    if (acting.userId === administratorId) throw platformAdministratorRefusals.own_factor_reset();
    const { email } = await lockAdministrator(tx, administratorId);
    const factorStore = factorStoreOf(tx);
    const factors = await factorsOf(tx, administratorId);
    if (factors.length === 0) throw platformAdministratorRefusals.no_factor();
    labelled(email);
    changed({ factors: factors.map(factorWords) }, { factors: [] });
    await factorStore.removeAll(administratorId);
    // Otherwise a reader of the mailbox could sign in by an open link.
    await spendResetLinks(tx, administratorId, now);
    await queuePlatformNotice(tx, email, { template: "second_factor_reset", data: { who: acting.label } });
    const sessionsEnded = await endConsoleSessions(
      tx,
      { userId: administratorId, consoleSessionId: null },
      now,
    );
    return { administratorId, sessionsEnded };
  },
});
