import { codesLeft } from "./recovery-codes";
import { readFactorStore, type FactorReadTx, type FactorRow } from "./factor-store";

/** A verified factor of a user, without secrets. */
export interface Factor {
  factorId: number;
  kind: FactorRow["kind"];
  label: string | null;
  createdAt: Date;
  lastUsedAt: Date | null;
  /** Passkeys: the credential id in base64url, which requests use as the name of the passkey. */
  credentialId: string | null;
  /**
   * Passkeys: the relying party id at the creation. Null for old rows; their relying party is the installation's own
   * host.
   */
  rpId: string | null;
  /** Passkeys: the transports by which the browser reaches the authenticator. */
  transports: string[];
  /** Codes by message: the proved address or number to which the codes are sent. */
  address: string | null;
  /** Recovery codes: the number of unused codes. */
  codesLeft: number | null;
}

/** Returns the verified factors of a user, oldest first. Omits factors whose enrolment was not finished. */
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
