import { eq } from "drizzle-orm";
import { administrators } from "@/db/tenant/users";
import { factorsOf } from "../../domain/factors/factors";
import { riskPolicy } from "../../domain/risk/risk-policy";
import { tierActedOn } from "../../domain/risk/risk-policy.schema";
import { allowedOptions, signInOptions } from "../../domain/sign-in-options/sign-in-options";
import { readSetting } from "../../domain/settings/tenant-settings";
import { assess, type Assessment, type Seen } from "../../domain/sign-in/assess";
import { provenPhone, type UserRecord } from "../../domain/users/people";
import type { Located, Ports } from "../../kernel/ports";
import type { PlatformSettings } from "../../kernel/settings";
import type { ReadTx } from "../../kernel/store";
import { hashSecret } from "../../kernel/client-id";
import type { Demands, FirstMethod, Proof, SecondMethod } from "./steps";

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
  const usable: [SecondMethod, boolean][] = [
    ["totp", has("totp")],
    ["webauthn", passkeyHosts.includes(of.hosts.here)],
    ["email", has("email") && reached.email],
    ["sms", has("sms") && reached.sms],
    ["recovery_code", enrolled.some(({ codesLeft }) => (codesLeft ?? 0) > 0)],
  ];
  return {
    assessment,
    demands: {
      refusals: [
        ...assessment.refusals,
        ...(of.proofs[0]?.method === "MagicLink" && assessment.policies.allowMagicLink === false
          ? ["A tag does not let this person sign in by a link."]
          : []),
      ],
      // Or a rule that refuses everybody could not be taken back by anybody.
      exempt: of.toConsole && administrator?.role === "owner",
      requireMfa: assessment.policies.requireMfa ?? false,
      factors: usable.flatMap(([method, on]) => (on ? [method] : [])),
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
