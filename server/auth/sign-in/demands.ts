import { and, eq } from "drizzle-orm";
import { identities, identityProviders } from "@/db/tenant/federation";
import { administrators } from "@/db/tenant/users";
import { factorsOf, type Factor } from "../../domain/factors/factors";
import { codeFactorKinds, type CodeFactorKind } from "../../domain/factors/own-factors.schema";
import { riskPolicy } from "../../domain/risk/risk-policy";
import { tierActedOn } from "../../domain/risk/risk-policy.schema";
import { allowedOptions, signInOptions } from "../../domain/sign-in-options/sign-in-options";
import { readSetting } from "../../domain/settings/tenant-settings";
import { assess, type Assessment, type Seen } from "../../domain/sign-in/assess";
import { provenPhone, type UserRecord } from "../../domain/users/people";
import type { Located, Ports } from "../../kernel/ports";
import type { PlatformSettings } from "../../kernel/settings";
import type { ReadTx } from "../../kernel/store";
import { signInTexts } from "../../kernel/texts/sign-in";
import { hashSecret } from "../../kernel/client-id";
import { isSentFirst, type Demands, type FirstMethod, type Proof, type SecondMethod } from "./steps";

/** The request that a step came in, as far as a sign-in looks at it. */
export interface RequestSigns {
  ip: string | null;
  requestId: string | null;
  userAgent: string | null;
  /** SHA-256 of the token in the browser's device cookie, hex. */
  deviceHash: string;
}

export interface DemandsOf {
  user: UserRecord;
  /** Null: the console, or the person's own account page. */
  appId: number | null;
  toConsole: boolean;
  /** Whether the app asks for two factors. */
  strong: boolean;
  proofs: Proof[];
  signs: RequestSigns;
  /** The host that they sign in at, and the installation's own. */
  hosts: { here: string; own: string };
  now: Date;
  located: Located;
  settings: PlatformSettings;
  channels: Ports["channels"];
}

/**
 * Whether somebody without a password who proved a mailbox or phone, which is their second factor, is known to an identity
 * provider, too. Everybody else is not asked after: their sign-in reads nothing more.
 */
async function isLinkedBeside(
  tx: ReadTx,
  { id, passwordHash }: UserRecord,
  proofs: readonly Proof[],
  enrolled: readonly Pick<Factor, "kind">[],
): Promise<boolean> {
  if (passwordHash !== null || !enrolled.some(({ kind }) => kind === "email" || kind === "sms")) return false;
  if (!proofs.some(({ method }) => isSentFirst(method))) return false;
  const linked = await tx.select({
    fields: { id: identities.id },
    from: identities,
    join: [{ table: identityProviders, on: eq(identityProviders.id, identities.providerId) }],
    where: and(eq(identities.userId, id), eq(identityProviders.enabled, true)),
    limit: 1,
  });
  return linked.length > 0;
}

/** By this a password proof is bound to the password: kept as a digest of the hash. */
export const stampOf = (passwordHash: string | null) => hashSecret(passwordHash ?? "").slice(0, 22);

/** The sign-in that these proofs are of, as rules and risk look at it. */
export const seenOf = ({ user, appId, proofs, signs, now, located }: DemandsOf): Seen => ({
  user,
  appId,
  method: proofs[0]!.method as FirstMethod,
  now,
  ip: signs.ip,
  located,
  tokenHash: signs.deviceHash,
  passwordWeak: proofs[0]!.weak ?? false,
  passwordCommon: proofs[0]!.common ?? false,
});

/** What is demanded of somebody who has proved who they are: by rules, tags, options, their own factors, and risk. */
export async function demandsOf(
  tx: ReadTx,
  of: DemandsOf,
): Promise<{ demands: Demands; assessment: Assessment }> {
  const { user, settings, channels } = of;
  const assessment = await assess(tx, seenOf(of));
  const [enrolled, chosen, administrator, risk] = await Promise.all([
    factorsOf(tx, user.id),
    readSetting(tx, signInOptions),
    tx.administrators.find(eq(administrators.userId, user.id)),
    readSetting(tx, riskPolicy),
  ]);
  const options = allowedOptions(chosen, settings.allowedSignInOptions);
  const passkeys = options.webAuthnEnabled && options.webAuthnAllowAsMfa;
  const has = (kind: (typeof enrolled)[number]["kind"]) => enrolled.some((factor) => factor.kind === kind);
  const passkeyHosts = enrolled.flatMap(({ kind, rpId }) =>
    kind === "webauthn" && passkeys ? [rpId ?? of.hosts.own] : [],
  );
  const reached = {
    email: channels.email && user.email !== null,
    sms: channels.sms && provenPhone(user) !== null,
  };
  const sendable = (kind: CodeFactorKind) =>
    channels[kind] && enrolled.some((factor) => factor.kind === kind && factor.address !== null);
  const usable: [SecondMethod, boolean][] = [
    ["totp", has("totp")],
    ["webauthn", passkeyHosts.includes(of.hosts.here)],
    ["email", sendable("email")],
    ["sms", sendable("sms")],
    ["recovery_code", enrolled.some(({ codesLeft }) => (codesLeft ?? 0) > 0)],
  ];
  const onlyFirst = options.webAuthnEnabled && options.webAuthnAllowAsAuthentication && !passkeys;
  return {
    assessment,
    demands: {
      refusals: [
        ...assessment.refusals,
        ...(of.proofs[0]?.method === "MagicLink" && assessment.policies.allowMagicLink === false
          ? [signInTexts.no_link()]
          : []),
      ],
      // Or a rule that refuses everybody could not be taken back by anybody.
      exempt: of.toConsole && administrator?.role === "owner",
      requireMfa: assessment.policies.requireMfa ?? false,
      factors: usable.flatMap(([method, on]) => (on ? [method] : [])),
      hasPassword: user.passwordHash !== null,
      unreachable: codeFactorKinds.some((kind) => has(kind) && !sendable(kind)),
      otherWays: (onlyFirst && has("webauthn")) || (await isLinkedBeside(tx, user, of.proofs, enrolled)),
      passkeysElsewhere: [...new Set(passkeyHosts)].filter((host) => host !== of.hosts.here),
      channels: (["email", "sms"] as const).filter((channel) => reached[channel]),
      tier: tierActedOn(assessment.tier, risk),
      trustedDevice: assessment.trustedDevice && !of.strong,
      mayEnrol: [
        "totp",
        ...(passkeys ? (["webauthn"] as const) : []),
        ...(reached.email ? (["email"] as const) : []),
      ],
    },
  };
}
