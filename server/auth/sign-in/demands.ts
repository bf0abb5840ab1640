import { and, eq } from "drizzle-orm";
import { identities, identityProviders } from "@/db/tenant/federation";
import { administrators } from "@/db/tenant/users";
import { demandsOfFactors, factorsOf } from "../../domain/factors/factors";
import type { FactorPlace } from "../../domain/factors/kinds/factor-kind";
import { riskPolicy } from "../../domain/risk/risk-policy";
import { tierActedOn } from "../../domain/risk/risk-policy.schema";
import {
  allowedOptions,
  offersPasskeys,
  signInOptions,
  takesPasskeys,
} from "../../domain/sign-in-options/sign-in-options";
import { readSetting } from "../../domain/settings/tenant-settings";
import { assess, type Assessment, type Seen } from "../../domain/sign-in/assess";
import { provenPhone, type UserRecord } from "../../domain/users/people";
import { enrolMethods, type EnrolMethod } from "../../domain/sign-in-methods/factor-kinds.schema";
import type { SignInMethod } from "../../domain/sign-in-methods/sign-in-methods.schema";
import type { Located, Ports } from "../../kernel/operation/ports";
import type { PlatformSettings, SignInOptions } from "../../kernel/settings";
import type { ReadTx } from "../../kernel/operation/store";
import { hashSecret } from "../../kernel/http/client-id";
import { isSentFirst, type Demands, type Proof, isSentTo, sentBy } from "./steps";
import type { FactorReadTx } from "../../domain/factors/factor-store";
import { FLOW_MINUTES, type Subject } from "./flow";
import { defineTexts } from "../../kernel/texts/define";

export const signInTexts = defineTexts("sign_in", {
  no_link: "A tag does not let this person sign in by a link.",
});

/** Data of the request that a sign-in uses. */
export interface RequestSigns {
  ip: string | null;
  requestId: string | null;
  userAgent: string | null;
  /** SHA-256 of the token in the browser's device cookie, hex. */
  deviceHash: string;
  /** Aborted when the client closes the connection. */
  signal?: AbortSignal | undefined;
}

export interface DemandsOf {
  user: UserRecord;
  /** Null for the console and for the user's own account page. */
  appId: number | null;
  toConsole: boolean;
  /** True if the app demands two factors. */
  strong: boolean;
  proofs: Proof[];
  signs: RequestSigns;
  /** Hostname of this sign-in, and hostname of the installation. */
  hosts: { here: string; own: string };
  now: Date;
  located: Located;
  settings: PlatformSettings;
  channels: Ports["channels"];
}

/**
 * Returns true if the user has no password, signs in by a message, and is also linked to an identity provider. Reads nothing for
 * other users.
 */
async function isLinkedBeside(
  tx: ReadTx,
  { id, passwordHash }: UserRecord,
  proofs: readonly Proof[],
): Promise<boolean> {
  if (passwordHash !== null || !proofs.some(({ method }) => isSentFirst(method))) return false;
  const linked = await tx.select({
    fields: { id: identities.id },
    from: identities,
    join: [{ table: identityProviders, on: eq(identityProviders.id, identities.providerId) }],
    where: and(eq(identities.userId, id), eq(identityProviders.enabled, true)),
    limit: 1,
  });
  return linked.length > 0;
}

/** Returns the digest of the password hash that binds a proof to the current password. */
export const stampOf = (passwordHash: string | null) => hashSecret(passwordHash ?? "").slice(0, 22);

/** Returns the sign-in with these proofs as the input of rules and risk. */
export const seenOf = ({ user, appId, proofs, signs, now, located }: DemandsOf): Seen => ({
  user,
  appId,
  method: proofs[0]!.method as SignInMethod,
  now,
  ip: signs.ip,
  located,
  tokenHash: signs.deviceHash,
  passwordWeak: proofs[0]!.weak ?? false,
  passwordCommon: proofs[0]!.common ?? false,
});

/** Returns the use of passkeys that these options allow. */
function passkeyUse(options: SignInOptions, isAdministrator: boolean): FactorPlace["passkeys"] {
  if (takesPasskeys(options, isAdministrator)) return "second";
  return options.webAuthnEnabled && options.webAuthnAllowAsAuthentication ? "first" : "not";
}

/**
 * Returns the demands on a user who has proved a first factor. They come from rules, tags, options, the user's factors and risk.
 */
export async function demandsOf(
  tx: ReadTx,
  of: DemandsOf,
): Promise<{ demands: Demands; assessment: Assessment }> {
  const { user, settings, channels } = of;
  const { here, own } = of.hosts;
  const assessment = await assess(tx, seenOf(of));
  const [enrolled, chosen, administrator, risk] = await Promise.all([
    factorsOf(tx, user.id),
    readSetting(tx, signInOptions),
    tx.administrators.find(eq(administrators.userId, user.id)),
    readSetting(tx, riskPolicy),
  ]);
  const options = allowedOptions(chosen, settings.allowedSignInOptions);
  const passkeys = passkeyUse(options, administrator !== undefined);
  const held = demandsOfFactors(enrolled, { here, own, passkeys, channels });
  const reached = {
    email: channels.email && user.email !== null,
    sms: channels.sms && provenPhone(user) !== null,
  };
  const maySetUp: Record<EnrolMethod, boolean> = {
    totp: true,
    webauthn: offersPasskeys(options),
    email: reached.email,
  };
  return {
    assessment,
    demands: {
      refusals: [
        ...assessment.refusals,
        ...(of.proofs[0]?.method === "MagicLink" && assessment.policies.allowMagicLink === false
          ? [signInTexts.no_link()]
          : []),
      ],
      // At the console, owners are exempt. Otherwise, no one could remove a rule that refuses everyone.
      exempt: of.toConsole && administrator?.role === "owner",
      requireMfa: assessment.policies.requireMfa ?? false,
      ...held,
      hasPassword: user.passwordHash !== null,
      otherWays: held.otherWays || (await isLinkedBeside(tx, user, of.proofs)),
      channels: (["email", "sms"] as const).filter((channel) => reached[channel]),
      // The organization's policy on risk does not apply to administrators: it must not take the second step from them.
      tier: tierActedOn(assessment.tier, administrator ? { stepUpFrom: "high" } : risk),
      // At a custom domain, the operator reads the device cookie. This cookie must not replace an administrator's factor.
      trustedDevice: assessment.trustedDevice && !of.strong && !(administrator && here !== own),
      mayEnrol: enrolMethods.filter((method) => maySetUp[method]),
    },
  };
}

/** Account data that proofs are checked against. */
interface Proved {
  passwordHash: string | null;
  email: string | null;
  /** Proven phone number, or null. */
  phone: string | null;
}

/**
 * Returns true if the proofs of a sign-in are still valid: none is older than the longest sign-in, the password and the factors
 * have not changed, and codes went to the current address or number. A used recovery code is valid while its set exists.
 */
export async function areProofsValid(
  tx: FactorReadTx,
  { userId, proofs }: Pick<Subject, "userId" | "proofs">,
  { passwordHash, email, phone }: Proved,
  now: Date,
): Promise<boolean> {
  const stamp = stampOf(passwordHash);
  const oldest = +now - FLOW_MINUTES * 60_000;
  if (!proofs.every((proof) => Date.parse(proof.at) > oldest && (proof.stamp ?? stamp) === stamp))
    return false;
  const held = proofs.some(({ factorId }) => factorId !== undefined) ? await factorsOf(tx, userId) : [];
  return proofs.every((proof) => {
    const factor = held.find(({ factorId }) => factorId === proof.factorId);
    if (proof.factorId !== undefined && factor === undefined) return false;
    const by = sentBy(proof);
    return by === null || isSentTo(proof, factor ? factor.address : by === "email" ? email : phone);
  });
}
