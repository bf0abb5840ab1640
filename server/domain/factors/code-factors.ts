import * as z from "zod";
import type { TenantActor } from "@/server/kernel/operation/actor";
import { Id } from "@/server/kernel/fields";
import { command } from "@/server/kernel/operation/operation";
import type { Ports } from "@/server/kernel/operation/ports";
import type { ReadTx } from "@/server/kernel/operation/store";
import { refuseUnlessRecent, self, themselves } from "../users/self";
import { queueNotice } from "../messages/notices";
import { localeOf, queueMessage, sealMessage } from "../messages/queue";
import { CODE_MINUTES, codeSentTo, keepCode, newCode, spendCode } from "../one-time-tokens/codes";
import {
  getPerson,
  isProvedHere,
  labelOf,
  lockPerson,
  provedByMail,
  provenPhone,
  userTarget,
  type UserRecord,
} from "../users/people";
import { codeFactorKinds, type CodeFactorKind } from "../sign-in-methods/factor-kinds.schema";
import { factorNotice, factorsOf, factorWords } from "./factors";
import { addCodeFactor } from "./kinds/codes";
import type { Factor } from "./kinds/factor-kind";
import type { OwnCodeFactor } from "./own-factors.schema";
import { defineRefusals } from "@/server/kernel/texts/define";

const factorRefusals = defineRefusals("factor", {
  already_held: { status: 409, text: "You have this second factor already." },
  no_email_for_codes: {
    status: 400,
    text: "There is no e-mail address that a code can be sent to.",
  },
  no_phone_for_codes: {
    status: 400,
    text: "There is no proven phone number that a code can be sent to.",
  },
});

/* Enrolment of codes by e-mail and by text message (kinds/codes.ts) by the user. */

/** Returns the user's address or number for codes of this kind. Returns null if the user has no address or no proven number. */
const addressFor = (kind: CodeFactorKind, person: UserRecord) =>
  kind === "email" ? person.email : provenPhone(person);

const codeUse = (actor: TenantActor, kind: CodeFactorKind) => ({ ...self(actor), purpose: `factor_${kind}` });

/**
 * Returns the kinds of code factors that the user can add. The installation can send messages of these kinds, and the user does
 * not have the factors yet.
 */
export async function addableCodeFactors(
  tx: Pick<ReadTx, "oneTimeTokens">,
  actor: TenantActor,
  { person, held, channels }: { person: UserRecord; held: Factor[]; channels: Ports["channels"] },
  now: Date,
): Promise<OwnCodeFactor[]> {
  const kinds = codeFactorKinds.filter((kind) => channels[kind] && !isHeld(held, kind, person));
  return Promise.all(
    kinds.map(async (kind) => ({
      kind,
      address: addressFor(kind, person),
      pending: await codeSentTo(tx, codeUse(actor, kind), now),
    })),
  );
}

const Kind = z.enum(codeFactorKinds);

/** Returns true if the user has a factor of this kind and the factor has the user's present address. */
const isHeld = (held: Factor[], kind: CodeFactorKind, person: UserRecord) =>
  held.some((factor) => factor.kind === kind && isSameAddress(factor.address, addressFor(kind, person)));

/** Compares addresses without regard to letter case. The addresses of users are compared in the same way. */
const isSameAddress = (one: string | null, other: string | null) =>
  one?.toLowerCase() === other?.toLowerCase();

function refuseUnlessNew(held: Factor[], kind: CodeFactorKind, person: UserRecord) {
  if (isHeld(held, kind, person)) throw factorRefusals.already_held();
}

export const askOwnCodeFactor = command({
  name: "askOwnCodeFactor",
  capability: "ManageOwnAccount",
  summary: "Request a code to add e-mail or SMS codes as a factor",
  input: z.strictObject({ kind: Kind }),
  output: z.object({ userId: Id }),
  event: "factor_code_requested",
  target: (_input, user) => userTarget(user),
  prepare: async ({ actor, ports, read, now }, { kind }) => {
    const { userId } = themselves(actor);
    const person = await read(async (tx) => {
      await refuseUnlessRecent(tx, actor, now);
      const found = await getPerson(tx, userId);
      refuseUnlessNew(await factorsOf(tx, userId), kind, found);
      return found;
    });
    const address = addressFor(kind, person);
    if (!ports.channels[kind] || address === null)
      throw kind === "email" ? factorRefusals.no_email_for_codes() : factorRefusals.no_phone_for_codes();
    await ports.slowGuessing(`factor-code/${actor.tenantId}/${userId}`);
    const { code, sealed } = newCode(ports.vault);
    const to = { channel: kind, to: address, locale: localeOf(person) };
    const message =
      kind === "email"
        ? sealMessage(ports.vault, { ...to, template: "factor_code", data: { code, minutes: CODE_MINUTES } })
        : sealMessage(ports.vault, { ...to, template: "phone_code", data: { code } });
    return { sealed, address, message };
  },
  run: async ({ tx, actor, now, labelled }, { kind }, { sealed, address, message }) => {
    const { userId } = themselves(actor);
    const person = await lockPerson(tx, userId);
    await refuseUnlessRecent(tx, actor, now);
    labelled(labelOf(person));
    await keepCode(tx, codeUse(actor, kind), { sealed, sentTo: address }, now);
    await queueMessage(tx, message);
    return { userId };
  },
});

export const addOwnCodeFactor = command({
  name: "addOwnCodeFactor",
  capability: "ManageOwnAccount",
  summary: "Add e-mail or SMS codes as a second factor",
  input: z.strictObject({ kind: Kind, code: z.string().max(20) }),
  /** The command returns the outcome "wrong" for a wrong code. An error would roll back the count of attempts. */
  output: z.object({ userId: Id, outcome: z.enum(["proven", "wrong", "expired"]) }),
  event: "factor_added",
  target: (_input, user) => userTarget(user),
  prepare: async ({ actor, ports }) => {
    await ports.slowGuessing(`${actor.tenantId}/${themselves(actor).userId}/factor-code`);
    return ports.vault;
  },
  run: async ({ tx, actor, now, changed, labelled, unchanged }, { kind, code }, vault) => {
    const { userId } = themselves(actor);
    const person = await lockPerson(tx, userId);
    await refuseUnlessRecent(tx, actor, now);
    refuseUnlessNew(await factorsOf(tx, userId), kind, person);
    const spent = await spendCode(tx, vault, codeUse(actor, kind), code, now);
    // Refuses the code if the user's address has changed since the code was sent. The code proves only the former address.
    const moved = typeof spent !== "string" && spent.sentTo !== addressFor(kind, person);
    if (typeof spent === "string" || moved) {
      unchanged();
      return { userId, outcome: typeof spent === "string" ? spent : ("expired" as const) };
    }
    await addCodeFactor(tx, { userId, kind, address: spent.sentTo }, now);
    if (kind === "email" && !isProvedHere(person))
      await tx.users.update(userId, await provedByMail(tx, person, now));
    const added = { kind, label: null };
    labelled(labelOf(person));
    changed({ factor: null }, { factor: factorWords(added) });
    await queueNotice(tx, person, factorNotice("added", added));
    return { userId, outcome: "proven" as const };
  },
});
