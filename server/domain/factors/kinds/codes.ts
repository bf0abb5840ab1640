import { factorKinds, type CodeFactorKind } from "../../sign-in-methods/factor-kinds.schema";
import { factorStoreOf, type FactorTx } from "../factor-store";
import type { FactorKindModule } from "./factor-kind";

/*
 * Codes by e-mail and by text message as second factors. A user has at most one factor of each kind. The server sends the codes
 * to the address or number that the user proved for the factor. Administrators and SCIM tokens can change the address of the
 * account. They cannot change the address of the factor. The factor's address changes when the user proves a new address.
 */

/** Creates the module of a kind whose codes the server sends. Without an address or a channel, the factor is still required. */
export const codeKind = (kind: CodeFactorKind): FactorKindModule<CodeFactorKind> => ({
  details: ({ data }) => ({ address: (data["address"] as string | null | undefined) ?? null }),
  standing: ({ address }, { channels }) =>
    channels[factorKinds[kind].sentBy] && address !== null ? "usable" : "unreachable",
  generate: (check) => check.record({ data: check.record({ address: check.option(check.emailAddress()) }) }),
});

/**
 * Adds a code factor for a proved address and returns the id of the factor. If the user has a factor of this kind, changes its
 * address instead.
 */
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
 * Sets a new proved address for the user's factor of this kind. Does nothing if the user has no such factor. If `address` is
 * null, the factor stays, but no code can be sent until the user proves an address. The user then needs another factor or an
 * administrator's help.
 */
export async function moveCodeFactor(
  tx: FactorTx,
  { userId, kind, address }: { userId: number; kind: CodeFactorKind; address: string | null },
): Promise<void> {
  const factorStore = factorStoreOf(tx);
  const [held] = await factorStore.list(userId, kind);
  if (held) await factorStore.update(held.id, { data: { ...held.data, address } });
}

/** Records the use of a code factor at a sign-in. Returns the id of the factor, or null if the user has no such factor. */
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
