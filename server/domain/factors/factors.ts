import { codesLeft } from "./recovery-codes";
import { readFactorStore, type FactorReadTx, type FactorRow } from "./factor-store";

/** A verified factor of somebody, without anything that is secret. */
export interface Factor {
  factorId: number;
  kind: FactorRow["kind"];
  label: string | null;
  createdAt: Date;
  lastUsedAt: Date | null;
  /** Of a passkey: its credential id in base64url, by which a request names it. */
  credentialId: string | null;
  /** Of a passkey: the host that it was made at; null where that was not noted, which is the installation's own. */
  rpId: string | null;
  /** Of a passkey: how the browser reaches its authenticator. */
  transports: string[];
  /** Of codes that are sent: the address or number that was proved for them, which is where they go. */
  address: string | null;
  /** Of recovery codes: how many are unused. */
  codesLeft: number | null;
}

/** The verified factors of a person, oldest first. One whose enrolment was not finished opens nothing and is left out. */
export async function factorsOf(tx: FactorReadTx, userId: number): Promise<Factor[]> {
  const rows = await readFactorStore(tx).list(userId);
  return rows.map((row) => ({
    factorId: row.id,
    kind: row.kind,
    label: row.label,
    createdAt: row.createdAt,
    lastUsedAt: row.lastUsedAt,
    credentialId: row.kind === "webauthn" ? row.externalKey : null,
    rpId: row.kind === "webauthn" ? ((row.data["rpId"] as string | undefined) ?? null) : null,
    transports: row.kind === "webauthn" ? ((row.data["transports"] as string[] | undefined) ?? []) : [],
    address: (row.data["address"] as string | undefined) ?? null,
    codesLeft: row.kind === "recovery_codes" ? codesLeft(row) : null,
  }));
}
