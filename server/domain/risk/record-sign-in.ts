import type { WriteTx } from "@/server/kernel/store";

type NewSignIn = Parameters<WriteTx["signIns"]["insert"]>[0];

/** Keeps an attempt to sign in: all risk figures are computed from these records. */
export const recordSignIn = (tx: Pick<WriteTx, "signIns">, attempt: NewSignIn) => tx.signIns.insert(attempt);
