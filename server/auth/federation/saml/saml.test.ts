import { beforeAll, describe, expect, it } from "vitest";
import { SamlSettings } from "@/server/domain/federation/saml/saml.schema";
import { certifiedKey } from "@/server/ports/certificates";
import {
  keyPair,
  samlIdentityProvider,
  samlRequestOf,
  withEncryption,
  type Said,
} from "@/server/testing/saml-idp";
import { beginSaml, finishSaml, type SamlKept, type SamlKeys } from "./saml";

const addresses = {
  entityId: "https://castellan.example/federation/acme/saml/1/metadata",
  acsUrl: "https://castellan.example/federation/acme/saml/1/acs",
};
const emailClaim = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress";

const noKeys: SamlKeys = { signing: null, decryption: [] };
const keys = keyPair();
const idp = samlIdentityProvider("https://idp.example.org", keys);
const own = await certifiedKey("castellan.example", new Date(), 2_048);
const ownKeys: SamlKeys = { signing: own.privateKey, decryption: [own.privateKey] };

/** Encrypted assertions and assertions in the clear must behave the same. */
describe.each([
  ["in the clear", (xml: string) => xml],
  ["encrypted", (xml: string) => withEncryption(xml, own.certificate)],
])("a SAML identity provider whose assertions come %s", (way, sent) => {
  const isEncrypted = way === "encrypted";
  const settings = SamlSettings.parse({
    entityId: idp.entityId,
    ssoUrl: idp.ssoUrl,
    certificates: idp.certificate,
    trustEmail: true,
  });
  let kept: SamlKept;
  let location: string;
  beforeAll(async () => {
    ({ kept, location } = await beginSaml(settings, addresses, noKeys, "the state"));
  });

  const answer = (said: Partial<Said> = {}, by = idp) =>
    by.answer({
      audience: addresses.entityId,
      recipient: addresses.acsUrl,
      inResponseTo: kept.requestId,
      ...said,
    });
  const finish = (xml: string, { at = new Date(), with: used = settings } = {}) =>
    finishSaml({
      settings: used,
      addresses,
      decryption: ownKeys.decryption,
      kept,
      now: at,
      samlResponse: Buffer.from(sent(xml)).toString("base64"),
    });

  it("gets a redirect with a request that names us and the return address", () => {
    const url = new URL(location);
    expect(url.origin + url.pathname).toBe(idp.ssoUrl);
    expect(url.searchParams.get("RelayState")).toBe("the state");
    const xml = samlRequestOf(location);
    expect(xml).toContain(`ID="${kept.requestId}"`);
    expect(xml).toContain(`AssertionConsumerServiceURL="${addresses.acsUrl}"`);
    expect(xml).toContain(addresses.entityId);
  });

  it("vouches for a user with a signed assertion", async () => {
    const xml = await answer({ nameId: "ada-1", attributes: { [emailClaim]: "ada@example.org" } });
    const taken = await finish(xml);
    expect(taken.identity).toMatchObject({ subject: "ada-1", email: "ada@example.org", emailVerified: true });
    expect(xml).toContain(taken.assertionId);
    expect(+taken.validUntil).toBeGreaterThan(Date.now());
  });

  it("can name the user by an attribute", async () => {
    const used = { ...settings, subjectAttribute: "oid" };
    expect((await finish(await answer({ attributes: { oid: "42" } }), { with: used })).identity.subject).toBe(
      "42",
    );
    await expect(finish(await answer(), { with: used })).rejects.toThrow(/names no subject/);
    const transient = "urn:oasis:names:tc:SAML:2.0:nameid-format:transient";
    await expect(finish(await answer({ nameIdFormat: transient }))).rejects.toThrow(/transient/);
  });

  it("too strict: is taken with line breaks around audience, name, recipient and attributes", async () => {
    const around = (value: string) => `\n\t  ${value}\r\n `;
    const said = {
      audience: around(addresses.entityId),
      recipient: ` ${addresses.acsUrl} `,
      issuer: around(idp.entityId),
      nameId: around("ada-1"),
      attributes: { oid: around("42"), [emailClaim]: around("ada@example.org") },
    };
    const { identity } = await finish(await answer(said));
    expect(identity).toMatchObject({ subject: "ada-1", email: "ada@example.org", emailVerified: true });
    const used = { ...settings, subjectAttribute: "oid" };
    expect((await finish(await answer(said), { with: used })).identity.subject).toBe("42");
  });

  it.each<[string, Partial<Said>]>([
    ["another audience within the white space", { audience: `\n${addresses.entityId} x\n` }],
    ["only white space as the audience", { audience: " \n " }],
    ["only white space as the name", { nameId: " \n " }],
    ["a line break within the name", { nameId: "ada\n1" }],
    ["a space that is none of XML around the audience", { audience: `\u00a0${addresses.entityId}` }],
    [
      "a transient name whose format has white space",
      { nameIdFormat: " urn:oasis:names:tc:SAML:2.0:nameid-format:transient " },
    ],
  ])("attack: white space hides %s", async (_what, said) => {
    await expect(finish(await answer(said))).rejects.toThrow();
  });

  it("can change its key: both certificates are valid meanwhile", async () => {
    const next = keyPair();
    const used = { ...settings, certificates: `${next.certificate}\n${idp.certificate}` };
    expect((await finish(await answer(), { with: used })).identity.subject).toBe("person-1");
    const renewed = samlIdentityProvider(idp.entityId, next);
    expect((await finish(await answer({}, renewed), { with: used })).identity.subject).toBe("person-1");
  });

  const past = () => new Date(Date.now() - 3_600_000).toISOString();
  const future = () => new Date(Date.now() + 3_600_000).toISOString();
  it.each<[string, () => Partial<Said>]>([
    ["for another audience", () => ({ audience: "https://other.example" })],
    ["for another address", () => ({ recipient: "https://other.example/acs" })],
    ["in answer to another request", () => ({ inResponseTo: "_another" })],
    ["in answer to none (IdP-initiated)", () => ({ inResponseTo: "" })],
    ["that has run out", () => ({ notOnOrAfter: past() })],
    ["that is not valid yet", () => ({ notBefore: future() })],
    ["without an end", () => ({ notOnOrAfter: "" })],
    ["of another issuer", () => ({ issuer: "https://evil.example" })],
    ["that says nothing of a sign-in", () => ({ authnStatement: false })],
  ])("is refused with an assertion %s", async (_what, said) => {
    await expect(finish(await answer(said()))).rejects.toThrow();
  });

  it("is refused with an old assertion, even if the assertion allows more", async () => {
    const xml = await answer({ notOnOrAfter: new Date(Date.now() + 86_400_000 * 3).toISOString() });
    await expect(finish(xml)).resolves.toBeDefined();
    await expect(finish(xml, { at: new Date(Date.now() + 86_400_000 * 4) })).rejects.toThrow();
  });

  describe("whose signature", () => {
    it("is missing, is refused", async () => {
      const xml = (await answer()).replace(/<ds:Signature[\s\S]*<\/ds:Signature>/, "");
      await expect(finish(xml)).rejects.toThrow(/signature/i);
    });

    it("uses SHA-1, is refused in every spelling", async () => {
      const sha1 = "http://www.w3.org/2000/09/xmldsig#rsa-sha1";
      const xml = await answer({}, samlIdentityProvider(idp.entityId, keys, sha1));
      expect(xml).toContain(sha1);
      const refusal = isEncrypted ? /no good signature/ : /SHA-1/;
      await expect(finish(xml)).rejects.toThrow(refusal);
      await expect(finish(xml.replaceAll("sha1", "sh&#97;1"))).rejects.toThrow(refusal);
      await expect(finish(xml.replaceAll(`"${sha1}"`, sha1))).rejects.toThrow(
        isEncrypted ? refusal : /not well-formed/,
      );
    });

    it("is made by another key, is refused, even if it contains its certificate", async () => {
      const evil = samlIdentityProvider(idp.entityId, keyPair());
      await expect(finish(await answer({}, evil))).rejects.toThrow(/signature/i);
    });

    it("does not match changed content, is refused", async () => {
      const xml = await answer({ nameId: "ada" });
      for (const [from, to] of [
        [">ada<", ">root<"],
        ['NotOnOrAfter="', 'NotOnOrAfter="9'],
      ] as const)
        await expect(finish(xml.replace(from, to))).rejects.toThrow();
    });
  });

  it("is refused with a comment in a name, whether it was signed or inserted later (CVE-2017-11427)", async () => {
    const xml = await answer({ nameId: "ada@example.org.evil.example" });
    const put = xml.replace("ada@example.org.evil", "ada@example.org<!-- -->.evil");
    const signedSo = await answer({ nameId: "ada@example.org<!-- -->.evil.example" });
    for (const commented of [put, signedSo])
      await expect(finish(commented)).rejects.toThrow(isEncrypted ? /no good signature/ : /a comment/);
  });

  it.each([
    ['<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>', "an outside entity"],
    ['<!DOCTYPE r [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]>', "entities in entities"],
    ["<!doctype r>", "a document type at all"],
  ])("cannot bring %s", async (doctype) => {
    const xml = (await answer()).replace(/^(<\?xml[^>]*>)?/, `$1${doctype}`);
    await expect(finish(xml)).rejects.toThrow(/document type/);
  });

  it.each(["", "%%%", "PHg+", Buffer.from("<a>".repeat(1000)).toString("base64"), "QUFB".repeat(200_000)])(
    "is refused with malformed input",
    async (text) => {
      const told = { settings, addresses, decryption: ownKeys.decryption, kept, now: new Date() };
      await expect(finishSaml({ ...told, samlResponse: text })).rejects.toThrow();
    },
  );
});
