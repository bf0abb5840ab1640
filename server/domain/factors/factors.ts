import { codesLeft } from "./recovery-codes";
import { readFactorStore, type FactorReadTx, type FactorRow } from "./factor-store";

/** A verified factor of a user, without secrets. */
export interface Factor {
  factorId: number;
  kind: FactorRow["kind"];
  label: string | null;
  createdAt: Date;
  lastUsedAt: Date | null;
  /** The credential id of a passkey in base64url. Requests refer to the passkey by this id. Null for other kinds of factors. */
  credentialId: string | null;
  /**
   * The relying party id of a passkey. Null for a passkey of an older version, whose relying party is the installation's own
   * host. Null also for other kinds of factors.
   */
  rpId: string | null;
  /** The transports by which the browser reaches the authenticator of a passkey. */
  transports: string[];
  /** The proved address or number to which the server sends codes. Null for other kinds of factors. */
  address: string | null;
  /** The number of unused recovery codes. Null for other kinds of factors. */
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
