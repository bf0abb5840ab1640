import { randomBytes } from "node:crypto";
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
} from "@simplewebauthn/server";
import { decodeAttestationObject, isoBase64URL } from "@simplewebauthn/server/helpers";
import { alertTexts } from "@/server/kernel/texts/alerts";
import type { WriteTx } from "@/server/kernel/store";
import { raiseAlert, type AlertTx } from "../alerts/raise-alert";
import {
  readFactorStore,
  factorStoreOf,
  type FactorReadTx,
  type FactorRow,
  type FactorTx,
} from "./factor-store";

/*
 * Passkeys: Web Authentication Level 3. A challenge is 256 random bits in base64url, which the caller keeps with the
 * browser's interaction and lets go of after one use.
 */

/** Where a ceremony takes place: the host that owns the passkey, and the page's origin. */
export interface Ceremony {
  challenge: string;
  rpId: string;
  origin: string;
}

/** A passkey that a browser made and that was found good; ready to be kept. */
export interface NewPasskey {
  credentialId: string;
  /** The host that owns it: only its pages can ask for it. */
  rpId: string;
  /** COSE, in base64url. */
  publicKey: string;
  counter: number;
  transports: string[];
  /** Whether it is synchronized between devices. */
  backedUp: boolean;
  /** Which make of authenticator it is. */
  aaguid: string;
}

export interface PasskeyUse {
  userId: number;
  factorId: number;
  /** Whether the authenticator knew its owner by PIN or biometrics; without it, it proves possession alone. */
  userVerified: boolean;
}

/** Long enough to find a security key. */
const TIMEOUT_MS = 5 * 60_000;
const MAX_LABEL = 100;

export const newChallenge = () => randomBytes(32).toString("base64url");

const bytes = (base64url: string) => new Uint8Array(Buffer.from(base64url, "base64url"));

/**
 * The opaque name by which authenticators know a person (§14.6.1: nothing that tells who they are): that of their passkeys
 * so far, or a new one.
 */
export async function userHandleOf(tx: FactorReadTx, userId: number): Promise<string> {
  const [passkey] = await readFactorStore(tx).list(userId, "webauthn");
  return (passkey?.data["userHandle"] as string | undefined) ?? newChallenge();
}

/** What `navigator.credentials.create` is given: a discoverable passkey, on none of the authenticators that hold one. */
export const passkeyCreation = ({
  rpId,
  rpName,
  challenge,
  userHandle,
  userName,
  displayName,
  exclude,
}: {
  rpId: string;
  rpName: string;
  challenge: string;
  /** Of `userHandleOf`. */
  userHandle: string;
  /** What the browser shows to choose among passkeys: the e-mail address. */
  userName: string;
  displayName: string;
  /** Credential ids of the person's passkeys. */
  exclude: string[];
}): Promise<PublicKeyCredentialCreationOptionsJSON> =>
  generateRegistrationOptions({
    rpID: rpId,
    rpName,
    challenge: bytes(challenge),
    userID: bytes(userHandle),
    userName,
    userDisplayName: displayName,
    timeout: TIMEOUT_MS,
    attestationType: "none",
    excludeCredentials: exclude.map((id) => ({ id })),
    authenticatorSelection: { residentKey: "required", userVerification: "preferred" },
  });

/**
 * What `navigator.credentials.get` is given; without `allow`, the person chooses among the passkeys of this host, and the
 * authenticator must verify them: such a passkey is the first factor, and the only one that is asked for.
 */
export const passkeyRequest = ({
  rpId,
  challenge,
  allow,
}: {
  rpId: string;
  challenge: string;
  allow?: { credentialId: string; transports?: string[] }[];
}): Promise<PublicKeyCredentialRequestOptionsJSON> =>
  generateAuthenticationOptions({
    rpID: rpId,
    challenge: bytes(challenge),
    timeout: TIMEOUT_MS,
    userVerification: allow ? "preferred" : "required",
    ...(allow && {
      allowCredentials: allow.map(({ credentialId, transports = [] }) => ({ id: credentialId, transports })),
    }),
  });

/**
 * What a browser says that it made (§7.1), checked: challenge, origin, host and signature; null where any is wrong. No
 * statement about the authenticator's make was asked for, so one with certificates is refused: checking it would
 * fetch what strangers' certificates name.
 */
export async function provePasskey(
  response: unknown,
  { challenge, rpId, origin }: Ceremony,
): Promise<NewPasskey | null> {
  try {
    const given = response as RegistrationResponseJSON;
    const attestation = decodeAttestationObject(isoBase64URL.toBuffer(given.response.attestationObject));
    if (attestation.get("attStmt").get("x5c") !== undefined) return null;
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: given,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: false,
    });
    if (!verified) return null;
    const { credential, credentialBackedUp, aaguid } = registrationInfo;
    return {
      credentialId: credential.id,
      rpId,
      publicKey: Buffer.from(credential.publicKey).toString("base64url"),
      counter: credential.counter,
      transports: (credential.transports ?? []).filter((name) => /^[a-z-]{1,20}$/.test(name)).slice(0, 8),
      backedUp: credentialBackedUp,
      aaguid,
    };
  } catch {
    // The library throws at everything that is not as it should be.
    return null;
  }
}

/** Keeps a passkey that was proved. Gives its id; a credential id that is taken throws UniqueViolation. */
export async function registerPasskey(
  tx: FactorTx,
  {
    userId,
    userHandle,
    passkey,
    label,
  }: { userId: number; userHandle: string; passkey: NewPasskey; label: string | null },
  now: Date,
): Promise<number> {
  const { credentialId, ...data } = passkey;
  return factorStoreOf(tx).add({
    userId,
    kind: "webauthn",
    label: label?.slice(0, MAX_LABEL) ?? null,
    externalKey: credentialId,
    data: { ...data, userHandle },
    createdAt: now,
    verifiedAt: now,
  });
}

/**
 * Whose passkey answered a request (§7.2), or null: unknown, of another organization, for another challenge, origin or host, or
 * wrongly signed. A signature counter that does not go up tells of a copied authenticator (§6.1.1): that is refused, and
 * `onCopy` tells of it, so commit the transaction even when the answer is null.
 */
export async function verifyPasskey(
  tx: FactorTx,
  { response, challenge, rpId, origin }: Ceremony & { response: unknown },
  now: Date,
  onCopy: (copy: CopiedPasskey) => Promise<void>,
): Promise<PasskeyUse | null> {
  const id = (response as { id?: unknown } | null)?.id;
  if (typeof id !== "string" || !/^[A-Za-z0-9_-]{1,1400}$/.test(id)) return null;
  const factorStore = factorStoreOf(tx);
  const found = await factorStore.passkey(id);
  // Two answers at once must not both go by the same counter.
  const passkey = found && (await factorStore.lock(found.id));
  if (!passkey) return null;
  const answer = await checked(response as AuthenticationResponseJSON, passkey, { challenge, rpId, origin });
  if (answer === null) return null;
  const { newCounter, userVerified } = answer;
  const counter = Number(passkey.data["counter"] ?? 0);
  if ((newCounter > 0 || counter > 0) && newCounter <= counter) {
    await onCopy({ ...passkey, counter, newCounter });
    return null;
  }
  await factorStore.update(passkey.id, { data: { ...passkey.data, counter: newCounter }, lastUsedAt: now });
  return { userId: passkey.userId, factorId: passkey.id, userVerified };
}

async function checked(
  response: AuthenticationResponseJSON,
  { externalKey, data }: FactorRow,
  { challenge, rpId, origin }: Ceremony,
) {
  const { userHandle } = response.response ?? {};
  if (userHandle && userHandle !== data["userHandle"]) return null;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: false,
      // Zero: the library would throw at a counter that went back, and hide why.
      credential: { id: externalKey!, publicKey: bytes(String(data["publicKey"])), counter: 0 },
    });
    return verified ? authenticationInfo : null;
  } catch {
    return null;
  }
}

/** A passkey whose authenticator seems to be there twice. */
export type CopiedPasskey = Pick<FactorRow, "id" | "userId" | "label"> & {
  counter: number;
  newCounter: number;
};

/** Raises an organization's alert of it. */
export async function raiseCopied(
  tx: Pick<WriteTx, "users"> & AlertTx,
  { id, userId, label, counter, newCounter }: CopiedPasskey,
  now: Date,
) {
  const person = await tx.users.get(userId);
  await raiseAlert(tx, {
    alertType: "passkey_copied",
    severity: "high",
    summary: alertTexts.passkey_copied({
      user: person?.email ?? person?.name ?? alertTexts.user({ id: userId }),
    }),
    affectedUserCount: 1,
    openKey: `passkey_copied:${id}`,
    details: { userId, factorId: id, label, counter, newCounter },
    detectedAt: now,
  });
}
