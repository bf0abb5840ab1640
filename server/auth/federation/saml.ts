import { randomBytes } from "node:crypto";
import { SAML, ValidateInResponseTo, type Profile } from "@node-saml/node-saml";
import type { SamlSettings } from "../../domain/federation/federation.schema";
import { readIdentity, type FederatedIdentity } from "../../domain/federation/federated-identity";
import { OutsideRefusal } from "./refusal";
import { undecryptable, withoutEncryption } from "./saml-decryption";
import { mostXml, shapeProblem } from "./xml-shape";
import { providerTexts } from "../../kernel/texts/providers";

/*
 * A SAML 2.0 service provider (Web Browser SSO profile, saml-profiles §4.1). node-saml checks signatures and gives back only
 * the bytes that were signed; what the profile asks for beside that is checked here, on those bytes alone.
 */

/** Who we are to the provider, and where its people come back to. */
export interface SamlAddresses {
  entityId: string;
  acsUrl: string;
}

/** What must be known again when they come back. */
export interface SamlKept {
  requestId: string;
}

/** Our private keys for the provider, in PEM. */
export interface SamlKeys {
  /** The one that requests are signed with; null: none was made. */
  signing: string | null;
  /** Those that an assertion may be encrypted to. */
  decryption: readonly string[];
}

/** How far the two clocks may be apart. */
const SKEW_MS = 60_000;
/** An assertion is taken no longer than this after it was issued, whatever it says itself. */
const OLDEST_MS = 10 * 60_000;
/** In base64, with line breaks. */
const LONGEST_ANSWER = mostXml.characters * 1.5;

const certificatesOf = ({ certificates }: SamlSettings) =>
  certificates.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];

function serviceProvider(
  settings: SamlSettings,
  { entityId, acsUrl }: SamlAddresses,
  requestId: string,
  privateKey: string | null,
) {
  return new SAML({
    // saml-bindings §3.4.4.1: what is signed is the query.
    ...(privateKey !== null && { privateKey, signatureAlgorithm: "sha256" as const }),
    idpCert: certificatesOf(settings),
    issuer: entityId,
    audience: entityId,
    callbackUrl: acsUrl,
    entryPoint: settings.ssoUrl,
    // Which form of name the provider gives is configured there; asking for one that it lacks is an error of many.
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: SKEW_MS,
    maxAssertionAgeMs: OLDEST_MS,
    validateInResponseTo: ValidateInResponseTo.always,
    generateUniqueId: () => requestId,
    // The one request that is waited for is known from the attempt; nothing else is remembered.
    cacheProvider: {
      saveAsync: (_key, value) => Promise.resolve({ value, createdAt: Date.now() }),
      getAsync: (key) => Promise.resolve(key === requestId ? new Date().toISOString() : null),
      removeAsync: (key) => Promise.resolve(key),
    },
  });
}

/**
 * Where to send somebody, with `relayState` to recognize them by, and what to keep meanwhile. Throws OutsideRefusal where the
 * request is to be signed and there is no key.
 */
export async function beginSaml(
  settings: SamlSettings,
  addresses: SamlAddresses,
  keys: SamlKeys,
  relayState: string,
): Promise<{ location: string; kept: SamlKept }> {
  // An XML id must not begin with a digit.
  const requestId = `_${randomBytes(20).toString("hex")}`;
  if (settings.signRequests && keys.signing === null)
    throw new OutsideRefusal(providerTexts.saml_no_signing_key());
  const signing = settings.signRequests ? keys.signing : null;
  const location = await serviceProvider(settings, addresses, requestId, signing).getAuthorizeUrlAsync(
    relayState,
    undefined,
    {},
  );
  return { location, kept: { requestId } };
}

/** An assertion that was taken, with what is needed to take it only once. */
export interface TakenAssertion {
  identity: FederatedIdentity;
  assertionId: string;
  validUntil: Date;
}

/** What came back, with all that it is held against: plain data, which can be sent to a thread. */
export interface SamlAnswer {
  settings: SamlSettings;
  addresses: SamlAddresses;
  /** Our private keys, which an assertion may be encrypted to, in PEM. */
  decryption: readonly string[];
  /** The form field SAMLResponse. */
  samlResponse: string;
  kept: SamlKept;
  now: Date;
}

/** Reads the answer of a provider; throws OutsideRefusal for whatever is not as it must be. */
export async function finishSaml(answer: SamlAnswer): Promise<TakenAssertion> {
  const { settings, addresses, kept, now } = answer;
  const profile = await verifiedProfile(answer);
  const assertion = profile?.getAssertion?.()["Assertion"] as ParsedElement | undefined;
  if (!profile || !assertion) throw new OutsideRefusal(providerTexts.saml_no_assertion());
  const { assertionId, validUntil } = checkAssertion(settings, addresses, assertion, kept.requestId, now);
  const told = (profile["attributes"] ?? {}) as Record<string, unknown>;
  const attribute = (name: string) => (Object.hasOwn(told, name) ? told[name] : undefined);
  const identity = readIdentity(settings, subjectOf(settings, profile, attribute), attribute);
  if (!identity) throw new OutsideRefusal(providerTexts.saml_no_subject());
  return { identity, assertionId, validUntil };
}

/** Messages of node-saml about an assertion whose signature was good, or about what is not encrypted. */
const ABOUT_SIGNED =
  /^(?:SAML assertion|SAML provider|No valid subject|(?:Subject)?InResponseTo|Unable to process)/;

/** What the signed assertion says, as node-saml reads it from the bytes that were signed. */
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
    // Anybody can encrypt to us: without a good signature, what is inside is as little as what cannot be decrypted.
    if (wasEncrypted && !ABOUT_SIGNED.test(message)) throw undecryptable();
    if (error instanceof OutsideRefusal) throw error;
    throw new OutsideRefusal(providerTexts.saml_not_taken({ reason: message }), { cause: error });
  }
}

/** The XML of an answer, looked at before any parser sees it. */
export function readDocument(samlResponse: string): string {
  if (samlResponse.length > LONGEST_ANSWER) throw new OutsideRefusal(providerTexts.saml_too_long());
  const base64 = samlResponse.replace(/\s+/g, "");
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) throw new OutsideRefusal(providerTexts.saml_not_base64());
  const xml = Buffer.from(base64, "base64").toString("utf8");
  const problem = shapeProblem(xml);
  if (problem !== null) throw new OutsideRefusal(problem);
  return xml;
}

/** Refuses an answer, in the clear, in which anything is signed by what is no signature any more. */
function refuseWeakness(xml: string) {
  // SHA-1 and MD5 collide (RFC 6151, RFC 9155), and the library would take them. An escaped name could hide one.
  for (const [, name] of xml.matchAll(/\bAlgorithm[ \t\r\n]*=[ \t\r\n]*("[^"]*"|'[^']*')/g))
    if (/sha1\b|md5\b|&/i.test(name!)) throw new OutsideRefusal(providerTexts.saml_weak_signature());
}

/** An element as xml2js gives it: attributes under $, text under _, children by name. */
interface ParsedElement {
  $?: Record<string, string>;
  _?: string;
  [child: string]: unknown;
}

const children = (element: ParsedElement | undefined, name: string): ParsedElement[] =>
  Array.isArray(element?.[name]) ? (element[name] as ParsedElement[]) : [];

/** saml-profiles §4.1.4.2 and §4.1.4.3: from whom, for whom, in answer to what, and until when. */
function checkAssertion(
  settings: SamlSettings,
  { acsUrl }: SamlAddresses,
  assertion: ParsedElement,
  requestId: string,
  now: Date,
) {
  const issuer = children(assertion, "Issuer")[0]?._?.trim();
  if (issuer !== settings.entityId)
    throw new OutsideRefusal(
      providerTexts.saml_other_issuer({ issuer: issuer ?? "nobody", expected: settings.entityId }),
    );
  const assertionId = assertion.$?.["ID"];
  if (!assertionId) throw new OutsideRefusal(providerTexts.saml_no_id());
  if (children(assertion, "AuthnStatement").length === 0)
    throw new OutsideRefusal(providerTexts.saml_no_sign_in());
  const sessionEnds = children(assertion, "AuthnStatement")[0]?.$?.["SessionNotOnOrAfter"];
  if (sessionEnds !== undefined && !(Date.parse(sessionEnds) + SKEW_MS > +now))
    throw new OutsideRefusal(providerTexts.saml_session_ended());
  const confirmations = children(children(assertion, "Subject")[0], "SubjectConfirmation");
  const ends = confirmations
    .filter(({ $ }) => $?.["Method"] === "urn:oasis:names:tc:SAML:2.0:cm:bearer")
    .map((confirmation) => children(confirmation, "SubjectConfirmationData")[0]?.$)
    .filter(
      (data) => data?.["Recipient"] === acsUrl && data["InResponseTo"] === requestId && !data["NotBefore"],
    )
    .map((data) => Date.parse(data?.["NotOnOrAfter"] ?? ""))
    .filter((end) => end + SKEW_MS > +now);
  if (ends.length === 0) throw new OutsideRefusal(providerTexts.saml_not_for_us());
  if (children(assertion, "Conditions").length !== 1)
    throw new OutsideRefusal(providerTexts.saml_no_conditions());
  return { assertionId, validUntil: new Date(Math.max(...ends) + SKEW_MS) };
}

function subjectOf(settings: SamlSettings, profile: Profile, attribute: (name: string) => unknown): unknown {
  if (settings.subjectAttribute !== "") {
    const value = attribute(settings.subjectAttribute);
    return Array.isArray(value) ? undefined : value;
  }
  // saml-core §8.3.8: another one each time.
  if (profile.nameIDFormat === "urn:oasis:names:tc:SAML:2.0:nameid-format:transient")
    throw new OutsideRefusal(providerTexts.saml_transient());
  return profile.nameID;
}
