import { eq } from "drizzle-orm";
import { identities } from "@/db/tenant/federation";
import type { ReadTx } from "@/server/kernel/operation/store";
import { type CodedText, defineTexts } from "@/server/kernel/texts/define";
import { isAdministrator } from "../users/administrator-guard";
import { factorsOf } from "../factors/factors";
import { kinds } from "../federation/federation.schema";
import { byConnector, kindFacts } from "../federation/kinds.schema";
import { offeredProviders } from "../federation/provider-records";
import { policiesOf } from "../tags/policies";
import type { SignInMethod } from "../sign-in-methods/sign-in-methods.schema";
import { offeredMethods } from "../sign-in-options/offered-methods";
import { provenPhone, type UserRecord } from "../users/people";
import type { Fact } from "./explain.schema";
import type { Supposed } from "../access-rules/rule-type.schema";

const explanationTexts = defineTexts("explanation", {
  has_password: "They have a password.",
  has_passkey: "They have a passkey.",
  has_mailbox_code: "A code can be sent to their mailbox.",
  has_mailbox_link: "A sign-in link can be sent to their mailbox.",
  has_phone_code: "A code can be sent to their phone.",
  method_not_offered: "The app does not offer this way to sign in now.",
  provider_only:
    "They have no way of their own to sign in that the app offers; whether a provider knows them shows only then.",
  no_method:
    "They have no way to sign in that the app offers: no password, no passkey, nothing that a code can be sent to.",
  not_this_method: "They cannot prove who they are in this way.",
});

const fact = (effect: Fact["effect"], text: CodedText): Fact => ({ effect, about: "user", text });

/** Text about the user, for each sign-in method that the user has. */
const has: Record<SignInMethod, CodedText> = {
  password: explanationTexts.has_password(),
  webauthn: explanationTexts.has_passkey(),
  EmailOtp: explanationTexts.has_mailbox_code(),
  MagicLink: explanationTexts.has_mailbox_link(),
  SmsOtp: explanationTexts.has_phone_code(),
  ...byConnector((kind) => kinds[kind].linked),
};

/**
 * Returns the explanation's statements about the sign-in methods that the user has and the app offers. Uses the same conditions
 * as the sign-in. An identity provider may also accept a user who is not yet linked to the provider. The effect is `depends` in
 * this case.
 */
export async function wayFacts(
  tx: ReadTx,
  { person, appId, method }: { person: UserRecord; appId: number } & Pick<Supposed, "method">,
  open: Parameters<typeof offeredMethods>[2],
): Promise<Fact[]> {
  const offered = await offeredMethods(tx, appId, open);
  if (method !== undefined && !offered.includes(method))
    return [fact("refuses", explanationTexts.method_not_offered())];
  const [factors, providers, linked, administers, { allowMagicLink }] = await Promise.all([
    factorsOf(tx, person.id),
    offeredProviders(tx, appId),
    tx.identities.list({ where: eq(identities.userId, person.id) }),
    isAdministrator(tx, person.id),
    policiesOf(tx, person.id),
  ]);
  const ofKind = (name: SignInMethod) => providers.filter(({ kind }) => kindFacts[kind].connector === name);
  const linkedBy = (name: SignInMethod) =>
    !administers && ofKind(name).some(({ id }) => linked.some(({ providerId }) => providerId === id));
  const held: Record<SignInMethod, boolean> = {
    password: person.passwordHash !== null,
    webauthn: factors.some(({ kind }) => kind === "webauthn"),
    EmailOtp: person.email !== null,
    MagicLink: person.email !== null && allowMagicLink !== false,
    SmsOtp: provenPhone(person) !== null,
    ...byConnector((kind) => linkedBy(kindFacts[kind].connector)),
  };
  const considered = method === undefined ? offered : [method];
  const ways = considered.filter((name) => held[name]);
  if (ways.length > 0) return ways.map((name) => fact("allows", has[name]));
  if (considered.some((name) => ofKind(name).length > 0))
    return [fact("depends", explanationTexts.provider_only())];
  return [
    fact("refuses", method === undefined ? explanationTexts.no_method() : explanationTexts.not_this_method()),
  ];
}
