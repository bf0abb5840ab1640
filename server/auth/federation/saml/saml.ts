import { randomBytes } from "node:crypto";
import { SAML, ValidateInResponseTo, type Profile } from "@node-saml/node-saml";
import type { AudienceRestrictionXML } from "@node-saml/node-saml/lib/types";
import { certificatesIn, type SamlSettings } from "../../../domain/federation/saml/saml.schema";
import { readIdentity, type FederatedIdentity } from "../../../domain/federation/federated-identity";
import { OutsideRefusal } from "../protocol";
import { undecryptable, withoutEncryption } from "./decryption";
import { mostXml, shapeProblem, providerTexts } from "./xml-shape";
import { trimEndOf } from "../../../kernel/strings/trim";
import { defineTexts } from "../../../kernel/texts/define";

const texts = defineTexts("provider", {
  // SAML.
  saml_not_taken: "The SAML response was not taken: {reason}",
  saml_no_assertion: "The SAML response holds no assertion.",
  saml_no_subject: "The assertion names no subject that could be kept.",
  saml_not_base64: "The SAML response is not base64.",
  saml_weak_signature: "The SAML response is signed by SHA-1 or MD5. The provider must sign by SHA-256.",
  saml_no_signing_key: "Requests are to be signed, and no key was made here for this provider.",
  saml_other_issuer: "The assertion is issued by {issuer}, not by {expected}.",
  saml_no_id: "The assertion has no ID.",
  saml_no_sign_in: "The assertion does not say that anybody has signed in.",
  saml_session_ended: "The session at the provider has ended.",
  saml_not_for_us: "The assertion is not for this address, or not the answer to this request.",
  saml_no_conditions: "The assertion has no conditions.",
  saml_transient: "The NameID is transient: it names nobody twice. Set an attribute as the subject.",
});

/*
 * A SAML 2.0 service provider (Web Browser SSO profile, saml-profiles §4.1). node-saml checks signatures and returns only the
 * signed bytes. The other checks of the profile are made here, on those bytes only.
 */

/** Our entity id for the provider, and the address to which the provider returns people. */
export interface SamlAddresses {
  entityId: string;
  acsUrl: string;
}

/** Values that are stored until the browser returns from the provider. */
export interface SamlKept {
  requestId: string;
}

/** Our private keys for the provider, in PEM. */
export interface SamlKeys {
  /** Key that signs requests; null if none was created. */
  signing: string | null;
  /** Keys to which an assertion may be encrypted. */
  decryption: readonly string[];
}

/** Accepted difference between our clock and the provider's clock in milliseconds. */
const SKEW_MS = 60_000;
/** Maximum age of an assertion in milliseconds, even if the assertion itself allows more. */
const OLDEST_MS = 10 * 60_000;
/** Maximum length of an answer in base64, with line breaks. */
const LONGEST_ANSWER = mostXml.characters * 1.5;

/** Removes the white space of XML around a value. Providers that format their XML add line breaks, which are no part of the value. */
const trimXml = (text: string) => trimEndOf(text, " \t\r\n").replace(/^[ \t\r\n]+/, "");

/** Returns the value without the white space around it, or around each of several texts. */
function trimmed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(trimmed);
  return typeof value === "string" ? trimXml(value) : value;
}

/** The library compares audiences with their white space. */
class ServiceProvider extends SAML {
  protected override checkAudienceValidityError(
    expectedAudience: string,
    restrictions: AudienceRestrictionXML[] | undefined,
  ) {
    const compared = (restrictions ?? []).map(({ Audience, ...restriction }) => ({
      ...restriction,
      ...(Audience && {
        Audience: Audience.map((audience) => ({ ...audience, _: trimmed(audience["_"]) as string })),
      }),
    }));
    return super.checkAudienceValidityError(expectedAudience, compared);
  }
}

function serviceProvider(
  settings: SamlSettings,
  { entityId, acsUrl }: SamlAddresses,
  requestId: string,
  privateKey: string | null,
) {
  return new ServiceProvider({
    // saml-bindings §3.4.4.1: the signature covers the query.
    ...(privateKey !== null && { privateKey, signatureAlgorithm: "sha256" as const }),
    idpCert: certificatesIn(settings),
    issuer: entityId,
    audience: entityId,
    callbackUrl: acsUrl,
    entryPoint: settings.ssoUrl,
    // The format of the name is configured at the provider. Many providers fail if a request names an unsupported format.
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: SKEW_MS,
    maxAssertionAgeMs: OLDEST_MS,
    validateInResponseTo: ValidateInResponseTo.always,
    generateUniqueId: () => requestId,
    // Contains only the id of the expected request, which is stored in the attempt. node-saml stores nothing else.
    cacheProvider: {
      saveAsync: (_key, value) => Promise.resolve({ value, createdAt: Date.now() }),
      getAsync: (key) => Promise.resolve(key === requestId ? new Date().toISOString() : null),
      removeAsync: (key) => Promise.resolve(key),
    },
  });
}

/**
 * Returns the address of the redirect, with `relayState` to recognize the return, and the values to store. Throws OutsideRefusal
 * if the request must be signed and there is no key.
 */
export async function beginSaml(
  settings: SamlSettings,
  addresses: SamlAddresses,
  keys: SamlKeys,
  relayState: string,
): Promise<{ location: string; kept: SamlKept }> {
  // An XML id must not begin with a digit.
  const requestId = `_${randomBytes(20).toString("hex")}`;
  if (settings.signRequests && keys.signing === null) throw new OutsideRefusal(texts.saml_no_signing_key());
  const signing = settings.signRequests ? keys.signing : null;
  const location = await serviceProvider(settings, addresses, requestId, signing).getAuthorizeUrlAsync(
    relayState,
    undefined,
    {},
  );
  return { location, kept: { requestId } };
}

/** An accepted assertion, with the data that prevents a replay. */
export interface TakenAssertion {
  identity: FederatedIdentity;
  assertionId: string;
  validUntil: Date;
}

/** An answer with the data for its checks. All values can be sent to a thread. */
export interface SamlAnswer {
  settings: SamlSettings;
  addresses: SamlAddresses;
  /** Our private keys to which an assertion may be encrypted, in PEM. */
  decryption: readonly string[];
  /** The form field SAMLResponse. */
  samlResponse: string;
  kept: SamlKept;
  now: Date;
}

/** Returns the assertion in the answer of a provider. Throws OutsideRefusal if a check fails. */
export async function finishSaml(answer: SamlAnswer): Promise<TakenAssertion> {
  const { settings, addresses, kept, now } = answer;
  const profile = await verifiedProfile(answer);
  const assertion = profile?.getAssertion?.()["Assertion"] as ParsedElement | undefined;
  if (!profile || !assertion) throw new OutsideRefusal(texts.saml_no_assertion());
  const { assertionId, validUntil } = checkAssertion(settings, addresses, assertion, kept.requestId, now);
  const values = (profile["attributes"] ?? {}) as Record<string, unknown>;
  const attribute = (name: string) => (Object.hasOwn(values, name) ? trimmed(values[name]) : undefined);
  const identity = readIdentity(settings, subjectOf(settings, profile, attribute), attribute);
  if (!identity) throw new OutsideRefusal(texts.saml_no_subject());
  return { identity, assertionId, validUntil };
}

/** Messages of node-saml about an assertion with a valid signature, or about content that is not encrypted. */
const ABOUT_SIGNED =
  /^(?:SAML assertion|SAML provider|No valid subject|(?:Subject)?InResponseTo|Unable to process)/;

/** Returns the content of the signed assertion, as node-saml reads it from the signed bytes. */
async function verifiedProfile({ settings, addresses, decryption, samlResponse, kept }: SamlAnswer) {
  const sent = readDocument(samlResponse);
  const xml = withoutEncryption(sent, decryption);
  const wasEncrypted = xml !== sent;
  try {
    refuseWeakness(xml);
    const { profile } = await serviceProvider(
      settings,
      addresses,
      kept.requestId,
      null,
    ).validatePostResponseAsync({ SAMLResponse: Buffer.from(xml).toString("base64") });
    return profile;
  } catch (error) {
    const { message } = error as Error;
    // Anyone can encrypt to our key. Content without a valid signature therefore gets the same refusal as undecryptable content.
    if (wasEncrypted && !ABOUT_SIGNED.test(message)) throw undecryptable();
    if (error instanceof OutsideRefusal) throw error;
    throw new OutsideRefusal(texts.saml_not_taken({ reason: message }), { cause: error });
  }
}

/** Returns the XML of an answer after checks that need no parser. Throws OutsideRefusal if a check fails. */
export function readDocument(samlResponse: string): string {
  if (samlResponse.length > LONGEST_ANSWER) throw new OutsideRefusal(providerTexts.saml_too_long());
  const base64 = samlResponse.replace(/\s+/g, "");
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) throw new OutsideRefusal(texts.saml_not_base64());
  const xml = Buffer.from(base64, "base64").toString("utf8");
  const problem = shapeProblem(xml);
  if (problem !== null) throw new OutsideRefusal(problem);
  return xml;
}

/** Throws if a signature in an unencrypted answer uses SHA-1 or MD5. */
function refuseWeakness(xml: string) {
  // SHA-1 and MD5 have collisions (RFC 6151, RFC 9155), and the library accepts them. A character reference could hide such a
  // name.
  for (const [, name] of xml.matchAll(/\bAlgorithm[ \t\r\n]*=[ \t\r\n]*("[^"]*"|'[^']*')/g))
    if (/sha1\b|md5\b|&/i.test(name!)) throw new OutsideRefusal(texts.saml_weak_signature());
}

/** An element as xml2js returns it: attributes under $, text under _, children by name. */
interface ParsedElement {
  $?: Record<string, string>;
  _?: string;
  [child: string]: unknown;
}

const children = (element: ParsedElement | undefined, name: string): ParsedElement[] =>
  Array.isArray(element?.[name]) ? (element[name] as ParsedElement[]) : [];

/** Checks issuer, audience, recipient, request and times (saml-profiles §4.1.4.2 and §4.1.4.3). */
function checkAssertion(
  settings: SamlSettings,
  { acsUrl }: SamlAddresses,
  assertion: ParsedElement,
  requestId: string,
  now: Date,
) {
  const issuer = trimmed(children(assertion, "Issuer")[0]?._) as string | undefined;
  if (issuer !== settings.entityId)
    throw new OutsideRefusal(
      texts.saml_other_issuer({ issuer: issuer ?? "nobody", expected: settings.entityId }),
    );
  const assertionId = assertion.$?.["ID"];
  if (!assertionId) throw new OutsideRefusal(texts.saml_no_id());
  if (children(assertion, "AuthnStatement").length === 0) throw new OutsideRefusal(texts.saml_no_sign_in());
  const sessionEnds = children(assertion, "AuthnStatement")[0]?.$?.["SessionNotOnOrAfter"];
  if (sessionEnds !== undefined && !(Date.parse(sessionEnds) + SKEW_MS > +now))
    throw new OutsideRefusal(texts.saml_session_ended());
  const confirmations = children(children(assertion, "Subject")[0], "SubjectConfirmation");
  const ends = confirmations
    .filter(({ $ }) => trimmed($?.["Method"]) === "urn:oasis:names:tc:SAML:2.0:cm:bearer")
    .map((confirmation) => children(confirmation, "SubjectConfirmationData")[0]?.$)
    .filter(
      (data) =>
        trimmed(data?.["Recipient"]) === acsUrl && data?.["InResponseTo"] === requestId && !data["NotBefore"],
    )
    .map((data) => Date.parse(data?.["NotOnOrAfter"] ?? ""))
    .filter((end) => end + SKEW_MS > +now);
  if (ends.length === 0) throw new OutsideRefusal(texts.saml_not_for_us());
  if (children(assertion, "Conditions").length !== 1) throw new OutsideRefusal(texts.saml_no_conditions());
  return { assertionId, validUntil: new Date(Math.max(...ends) + SKEW_MS) };
}

function subjectOf(settings: SamlSettings, profile: Profile, attribute: (name: string) => unknown): unknown {
  if (settings.subjectAttribute !== "") {
    const value = attribute(settings.subjectAttribute);
    return Array.isArray(value) ? undefined : value;
  }
  // saml-core §8.3.8: a transient NameID differs at each sign-in.
  if (trimmed(profile.nameIDFormat) === "urn:oasis:names:tc:SAML:2.0:nameid-format:transient")
    throw new OutsideRefusal(texts.saml_transient());
  return trimmed(profile.nameID);
}
