import { and, eq, inArray, isNotNull } from "drizzle-orm";
import { accessRules } from "@/db/tenant/access-rules";
import { appConnectors } from "@/db/tenant/app-access";
import type { Ports } from "@/server/kernel/operation/ports";
import type { SignInOptions } from "@/server/kernel/settings";
import type { ReadTx } from "@/server/kernel/operation/store";
import { providerConnectors } from "../federation/kinds.schema";
import type { SignInMethod } from "../sign-in-methods/sign-in-methods.schema";
import { readSetting } from "../settings/tenant-settings";
import { allowedOptions, signInOptions } from "./sign-in-options";

/**
 * Returns the methods that an app offers before the user is known. Each method is approved and enabled for the app. The
 * installation can deliver its messages, and the access rules allow the method. If the app is null, returns the methods of the
 * account page.
 */
export async function offeredMethods(
  tx: Pick<ReadTx, "appConnectors" | "accessRules" | "tenantSettings">,
  appId: number | null,
  { allowed, channels, now }: { allowed: SignInOptions; channels: Ports["channels"]; now: Date },
): Promise<SignInMethod[]> {
  const [connectors, options, ruledIn] = await Promise.all([
    tx.appConnectors.list({
      where: and(
        // The account page has no connectors of its own. The page offers the methods of all apps.
        appId === null ? undefined : eq(appConnectors.appId, appId),
        eq(appConnectors.enabled, true),
        isNotNull(appConnectors.approvedAt),
      )!,
    }),
    readSetting(tx, signInOptions),
    methodsRuledIn(tx, appId, now),
  ]);
  const enabled = new Set(connectors.map(({ name }) => name));
  const { webAuthnEnabled, webAuthnAllowAsAuthentication } = allowedOptions(options, allowed);
  const possible: [SignInMethod, boolean][] = [
    ["password", true],
    ["webauthn", webAuthnEnabled && webAuthnAllowAsAuthentication],
    ["EmailOtp", enabled.has("EmailOtp") && channels.email],
    ["MagicLink", enabled.has("MagicLink") && channels.email],
    ["SmsOtp", enabled.has("SmsOtp") && channels.sms],
    ...providerConnectors.map((name): [SignInMethod, boolean] => [name, enabled.has(name)]),
  ];
  return possible.flatMap(([method, on]) => (on && ruledIn(method) ? [method] : []));
}

/**
 * Returns a predicate: true if the access rules of the organization and of the app allow a method. Ignores rules about users
 * and tags, because the list of methods must not reveal anything about a user. The sign-in evaluates these rules after the
 * first factor is proved.
 */
async function methodsRuledIn(tx: Pick<ReadTx, "accessRules">, appId: number | null, now: Date) {
  const rules = await tx.accessRules.list({
    where: and(eq(accessRules.type, "method"), inArray(accessRules.scope, ["org", "app"]))!,
  });
  const inForce = rules.filter(
    ({ scope, appId: of, expiresAt }) =>
      (scope === "org" || of === appId) && (expiresAt === null || expiresAt > now),
  );
  const allowedIn = (scope: "org" | "app") => {
    const listed = inForce
      .filter((rule) => rule.scope === scope)
      .flatMap(({ definition }) => (definition as { methods: SignInMethod[] }).methods);
    return listed.length === 0 ? null : new Set(listed);
  };
  // Rules of one type and scope are alternatives. Each scope must be satisfied separately (decide.ts).
  const sets = [allowedIn("org"), allowedIn("app")].filter((set) => set !== null);
  return (method: SignInMethod) => sets.every((set) => set.has(method));
}
