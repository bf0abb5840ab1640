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
import type { WriteTx } from "@/server/kernel/operation/store";
import { raiseAlert, type AlertTx } from "../../alerts/raise-alert";
import {
  readFactorStore,
  factorStoreOf,
  type FactorReadTx,
  type FactorRow,
  type FactorTx,
} from "../factor-store";
import type { FactorKindModule } from "./factor-kind";
import { alertTexts } from "../../users/people";
import { defineTexts } from "@/server/kernel/texts/define";

const texts = defineTexts("alert", {
  passkey_copied: "A passkey of {user} may have been copied: its counter went back.",
});

/*
 * Passkeys (Web Authentication Level 3). A challenge is 256 random bits in base64url. The caller stores the challenge with the
 * browser's interaction and deletes the challenge after one use.
 */

/** The parameters to which an answer is bound: challenge, relying party id, and origin of the page. */
export interface Ceremony {
  challenge: string;
  rpId: string;
  origin: string;
}

/** A verified new passkey that is not stored yet. */
export interface NewPasskey {
  credentialId: string;
  /** The relying party id. Only pages of this host can request the passkey. */
  rpId: string;
  /** The public key in COSE form, encoded in base64url. */
  publicKey: string;
  counter: number;
  transports: string[];
  /** True if the passkey is synchronized between several devices. */
  backedUp: boolean;
  /** Model of the authenticator (AAGUID). */
  aaguid: string;
}

export interface PasskeyUse {
  userId: number;
  factorId: number;
  /**
   * True if the authenticator verified the user by PIN or biometrics. False if the answer only proves possession of the
   * authenticator.
   */
  userVerified: boolean;
}

/** Time for an answer, in milliseconds. The user may have to fetch a security key. */
const TIMEOUT_MS = 5 * 60_000;
const MAX_LABEL = 100;

export const newChallenge = () => randomBytes(32).toString("base64url");

const bytes = (base64url: string) => new Uint8Array(Buffer.from(base64url, "base64url"));

/**
 * Returns the user handle of the user's passkeys. Returns a new handle if the user has no passkey. A handle is random and
 * contains no personal data (§14.6.1).
 */
export async function userHandleOf(tx: FactorReadTx, userId: number): Promise<string> {
  const [passkey] = await readFactorStore(tx).list(userId, "webauthn");
  return (passkey?.data["userHandle"] as string | undefined) ?? newChallenge();
}

/**
 * Returns the argument of `navigator.credentials.create` for a discoverable passkey. Excludes authenticators that already have
 * a passkey of the user.
 */
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
  /** The result of `userHandleOf`. */
  userHandle: string;
  /** The user's e-mail address. The browser shows the address in its list of passkeys. */
  userName: string;
  displayName: string;
  /** Credential ids of the user's existing passkeys. */
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
 * Returns the argument of `navigator.credentials.get`. If `allow` is missing, the user chooses among all passkeys of this host.
 * The passkey is then the only factor of the sign-in. The authenticator must therefore verify the user.
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
 * Verifies the answer for a new passkey (§7.1): challenge, origin, host and signature. Returns null if a check fails. Refuses
 * attestation statements with certificates. The server does not request such statements, and their verification would fetch
 * URLs from the certificates.
 */
export async function provePasskey(
  response: unknown,
  { challenge, rpId, origin }: Ceremony,
): Promise<NewPasskey | null> {
  try {
    const registration = response as RegistrationResponseJSON;
    const attestation = decodeAttestationObject(
      isoBase64URL.toBuffer(registration.response.attestationObject),
    );
    if (attestation.get("attStmt").get("x5c") !== undefined) return null;
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: registration,
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
    // The library throws for every invalid answer.
    return null;
  }
}

/** Stores a verified passkey and returns its id. Throws UniqueViolation if the credential id exists. */
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
 * Verifies the answer of a passkey (§7.2) and returns the passkey's owner. Returns null for an unknown passkey, for a passkey
 * of another organization, or if a check fails. A signature counter that does not increase indicates a copied authenticator
 * (§6.1.1). In this case, calls `onCopy` and returns null. `onCopy` records the copy. The caller must therefore commit the
 * transaction even if the result is null.
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
  // Without the lock, two simultaneous answers with the same counter could both be accepted.
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
      // Passes zero as the stored counter. The library would throw a general error for a decreased counter. `verifyPasskey`
      // compares the counters.
      credential: { id: externalKey!, publicKey: bytes(String(data["publicKey"])), counter: 0 },
    });
    return verified ? authenticationInfo : null;
  } catch {
    return null;
  }
}

/** A passkey whose authenticator was probably copied. */
export type CopiedPasskey = Pick<FactorRow, "id" | "userId" | "label"> & {
  counter: number;
  newCounter: number;
};

/** Raises an alert about a copied authenticator in the organization. */
export async function raiseCopied(
  tx: Pick<WriteTx, "users"> & AlertTx,
  { id, userId, label, counter, newCounter }: CopiedPasskey,
  now: Date,
) {
  const person = await tx.users.get(userId);
  await raiseAlert(tx, {
    alertType: "passkey_copied",
    severity: "high",
    summary: texts.passkey_copied({
      user: person?.email ?? person?.name ?? alertTexts.user({ id: userId }),
    }),
    affectedUserCount: 1,
    openKey: `passkey_copied:${id}`,
    details: { userId, factorId: id, label, counter, newCounter },
    detectedAt: now,
  });
}

export const webauthn: FactorKindModule<"webauthn"> = {
  details: ({ externalKey, data }) => ({
    credentialId: externalKey,
    rpId: (data["rpId"] as string | undefined) ?? null,
    transports: (data["transports"] as string[] | undefined) ?? [],
  }),
  standing: ({ rpId }, { here, own, passkeys }) => {
    if (passkeys !== "second") return passkeys === "first" ? "first" : "none";
    const host = rpId ?? own;
    return here === null || host === here ? "usable" : { elsewhere: host };
  },
  generate: (check) =>
    check.record({
      label: check.option(check.string({ maxLength: MAX_LABEL, unit: "grapheme-ascii" })),
      externalKey: check.constant(null).map(newChallenge),
      data: check.record({
        rpId: check.domain(),
        publicKey: check.constant(null).map(newChallenge),
        counter: check.nat(),
        userHandle: check.constant(null).map(newChallenge),
      }),
    }),
};
