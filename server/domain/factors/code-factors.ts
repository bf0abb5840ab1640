import * as z from "zod";
import type { TenantActor } from "@/server/kernel/actor";
import { Id } from "@/server/kernel/fields";
import { command } from "@/server/kernel/operation";
import type { Ports } from "@/server/kernel/ports";
import { factorRefusals } from "@/server/kernel/refusals/factors";
import type { ReadTx } from "@/server/kernel/store";
import { refuseUnlessRecent, self, themselves } from "../users/self";
import { queueNotice } from "../message-queue/notices";
import { localeOf, queueMessage, sealMessage } from "../message-queue/queue";
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
import { factorsOf, type Factor } from "./factors";
import { codeFactorKinds, type CodeFactorKind, type OwnCodeFactor } from "./own-factors.schema";
import { factorStoreOf, type FactorTx } from "./factor-store";
import { factorWords } from "./words";

/*
 * Codes by e-mail and by text message as second factors. A person has one of each kind at most. Its codes go to the address or
 * number that was proved for it: whoever can give the account another address (an administrator, a SCIM token) does not get them.
 * The person moves the factor by proving the new address.
 */

/** Where codes of this kind reach the person, or null. */
const addressFor = (kind: CodeFactorKind, person: UserRecord) =>
  kind === "email" ? person.email : provenPhone(person);

const codeUse = (actor: TenantActor, kind: CodeFactorKind) => ({ ...self(actor), purpose: `factor_${kind}` });

/** What a person could add, of what this installation can send and they do not have. */
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

/** Keeps it as a factor of theirs whose codes go to this address, which was proved; gives its id. */
export async function addCodeFactor(
  tx: FactorTx,
  { userId, kind, address }: { userId: number; kind: CodeFactorKind; address: string },
  now: Date,
): Promise<number> {
  const factorStore = factorStoreOf(tx);
  const [held] = await factorStore.list(userId, kind);
  if (!held)
    return factorStore.add({ userId, kind, label: null, data: { address }, createdAt: now, verifiedAt: now });
  await factorStore.update(held.id, { data: { ...held.data, address } });
  return held.id;
}

/**
 * Moves the factor of this kind, if they have one, to an address that they have proved. Null: its codes go nowhere until they prove
 * an address anew. It is demanded all the same, so that another factor or an administrator is needed.
 */
export async function moveCodeFactor(
  tx: FactorTx,
  { userId, kind, address }: { userId: number; kind: CodeFactorKind; address: string | null },
): Promise<void> {
  const factorStore = factorStoreOf(tx);
  const [held] = await factorStore.list(userId, kind);
  if (held) await factorStore.update(held.id, { data: { ...held.data, address } });
}

/** Notes that a code of it was typed at a sign-in; gives its id, or null where it is no factor of theirs. */
export async function noteCodeFactorUse(
  tx: FactorTx,
  { userId, kind }: { userId: number; kind: CodeFactorKind },
  now: Date,
): Promise<number | null> {
  const factorStore = factorStoreOf(tx);
  const [held] = await factorStore.list(userId, kind);
  if (!held) return null;
  await factorStore.update(held.id, { lastUsedAt: now });
  return held.id;
}

const Kind = z.enum(codeFactorKinds);

/** Whether they have this factor at the address that they have now. */
const isHeld = (held: Factor[], kind: CodeFactorKind, person: UserRecord) =>
  held.some((factor) => factor.kind === kind && isSameAddress(factor.address, addressFor(kind, person)));

/** Addresses are compared without case, as people's are. */
const isSameAddress = (one: string | null, other: string | null) =>
  one?.toLowerCase() === other?.toLowerCase();

function refuseUnlessNew(held: Factor[], kind: CodeFactorKind, person: UserRecord) {
  if (isHeld(held, kind, person)) throw factorRefusals.already_held();
}

export const askOwnCodeFactor = command({
  name: "askOwnCodeFactor",
  capability: "ManageOwnAccount",
  summary: "Ask for a code, to add codes by e-mail or text message as a second factor",
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
  summary: "Add codes by e-mail or text message as a second factor, with the code that was sent",
  input: z.strictObject({ kind: Kind, code: z.string().max(20) }),
  /** A wrong code is no refusal, which would forget that it was tried. */
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
    // Codes would go elsewhere now than where this one was read.
    const moved = typeof spent !== "string" && spent.sentTo !== addressFor(kind, person);
    if (typeof spent === "string" || moved) {
      unchanged();
      return { userId, outcome: typeof spent === "string" ? spent : ("expired" as const) };
    }
    await addCodeFactor(tx, { userId, kind, address: spent.sentTo }, now);
    if (kind === "email" && !isProvedHere(person))
      await tx.users.update(userId, await provedByMail(tx, person, now));
    const factor = factorWords({ kind, label: null });
    labelled(labelOf(person));
    changed({ factor: null }, { factor });
    await queueNotice(tx, person, { template: "factor_changed", data: { change: "added", kind } });
    return { userId, outcome: "proven" as const };
  },
});
