import { describe, expect, it } from "vitest";
import { SamlSettings } from "@/server/domain/federation/saml/saml.schema";
import { certifiedKey } from "@/server/ports/certificates";
import {
  encryptedAssertion,
  samlIdentityProvider,
  withEncryption,
  type Encryption,
} from "@/server/testing/saml-idp";
import { beginSaml, finishSaml, type SamlKeys } from "./saml";
import { samlMetadata } from "./metadata";

const addresses = {
  entityId: "https://castellan.example/federation/acme/saml/1/metadata",
  acsUrl: "https://castellan.example/federation/acme/saml/1/acs",
};
const idp = samlIdentityProvider("https://idp.example.org");
const own = await certifiedKey("castellan.example", new Date(), 2_048);
const noKeys: SamlKeys = { signing: null, decryption: [] };
const ownKeys: SamlKeys = { signing: own.privateKey, decryption: [own.privateKey] };

describe("our own keys for a SAML provider", () => {
  const settings = SamlSettings.parse({
    entityId: idp.entityId,
    ssoUrl: idp.ssoUrl,
    certificates: idp.certificate,
  });
  const signed = { ...settings, signRequests: true };
  const metadata = samlMetadata(addresses, {
    signs: true,
    signing: [own.certificate],
    encryption: own.certificate,
  });
  const base64 = (xml: string) => Buffer.from(xml).toString("base64");

  /** Returns an answer to a new request, and the function that checks it. */
  async function asked(used = ownKeys) {
    const { kept } = await beginSaml(settings, addresses, noKeys, "the state");
    const xml = await idp.answer({
      audience: addresses.entityId,
      recipient: addresses.acsUrl,
      inResponseTo: kept.requestId,
    });
    const take = (sent: string) =>
      finishSaml({
        settings,
        addresses,
        kept,
        now: new Date(),
        decryption: used.decryption,
        samlResponse: base64(sent),
      }).then(({ identity }) => identity);
    return { xml, take };
  }

  it("sign requests, as verified by samlify", async () => {
    const { location, kept } = await beginSaml(signed, addresses, ownKeys, "the-state");
    const { extract } = await idp.readRequest(location, metadata);
    expect(extract).toMatchObject({ request: { id: kept.requestId }, issuer: addresses.entityId });
    await expect(
      idp.readRequest(location.replace("RelayState=the", "RelayState=another"), metadata),
    ).rejects.toThrow();
    const other = await certifiedKey("castellan.example", new Date(), 2_048);
    const { location: byOther } = await beginSaml(
      signed,
      addresses,
      { ...ownKeys, signing: other.privateKey },
      "the-state",
    );
    await expect(idp.readRequest(byOther, metadata)).rejects.toThrow();
  });

  it("are required if requests must be signed, and not used otherwise", async () => {
    await expect(beginSaml(signed, addresses, noKeys, "the state")).rejects.toThrow(/no key was made here/);
    const { location } = await beginSaml(settings, addresses, ownKeys, "the state");
    expect(new URL(location).searchParams.has("Signature")).toBe(false);
  });

  it("decrypt what samlify encrypts for our metadata", async () => {
    const { xml, take } = await asked();
    const encrypted = await idp.encrypted(xml, metadata);
    expect(encrypted).toContain("EncryptedAssertion");
    expect(encrypted).not.toContain("person-1");
    expect((await take(encrypted)).subject).toBe("person-1");
  });

  it.each<Partial<Encryption>>([
    { content: "aes128-gcm" },
    { content: "aes256-cbc", beside: true },
    { content: "aes128-cbc", hash: "sha256", key: "rsa-oaep" },
  ])("read %j", async (how) => {
    const { xml, take } = await asked();
    expect((await take(withEncryption(xml, own.certificate, how))).subject).toBe("person-1");
  });

  it("are several during a change of keys", async () => {
    const next = await certifiedKey("castellan.example", new Date(), 2_048);
    const { xml, take } = await asked({ ...ownKeys, decryption: [own.privateKey, next.privateKey] });
    for (const { certificate } of [own, next])
      expect((await take(withEncryption(xml, certificate))).subject).toBe("person-1");
  });

  const refusedAlike =
    /^The assertion could not be decrypted by any key that is kept here, or what is inside has no good signature\.$/;
  it("cause the same refusal for everything that they cannot decrypt", async () => {
    const { xml, take } = await asked();
    const other = await certifiedKey("castellan.example", new Date(), 2_048);
    await expect(take(withEncryption(xml, other.certificate))).rejects.toThrow(refusedAlike);
    const weak: Partial<Encryption>[] = [{ key: "rsa-1_5" }, { content: "tripledes-cbc" }];
    for (const how of weak)
      await expect(take(withEncryption(xml, own.certificate, how))).rejects.toThrow(refusedAlike);
    for (const content of ["aes256-gcm", "aes256-cbc"] as const) {
      const encrypted = withEncryption(xml, own.certificate, { content });
      const values = [...encrypted.matchAll(/<xenc:CipherValue>([^<]+)</g)].map(([, value]) => value!);
      expect(values).toHaveLength(2);
      for (const value of values) {
        const bytes = Buffer.from(value, "base64");
        bytes[bytes.length - 1]! ^= 0xff;
        await expect(take(encrypted.replace(value, bytes.toString("base64")))).rejects.toThrow(refusedAlike);
        await expect(take(encrypted.replace(value, value.slice(0, 8)))).rejects.toThrow(refusedAlike);
      }
    }
    const cover = (content: string) =>
      xml.replace(/<saml:Assertion[\s\S]*<\/saml:Assertion>/, encryptedAssertion(content, own.certificate));
    for (const content of ["", "no XML", "<a/>", "<!DOCTYPE r><a/>", '<Assertion xmlns="urn:another"/>'])
      await expect(take(cover(content))).rejects.toThrow(refusedAlike);
  });

  it("refuse an unsigned assertion, which anybody can encrypt to our key, with the text for an undecryptable one", async () => {
    const { xml, take } = await asked();
    const unsigned = xml.replace(/<ds:Signature[\s\S]*<\/ds:Signature>/, "").replace("person-1", "root");
    await expect(take(withEncryption(unsigned, own.certificate))).rejects.toThrow(refusedAlike);
    const changed = xml.replace("person-1", "root");
    await expect(take(withEncryption(changed, own.certificate))).rejects.toThrow(refusedAlike);
    const [assertion] = /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(xml)!;
    const beside = encryptedAssertion(assertion, own.certificate);
    await expect(take(xml.replace(assertion, `${assertion}${beside}`))).rejects.toThrow(/more than one/);
    await expect(take(xml.replace(assertion, `${beside}${beside}`))).rejects.toThrow(/more than one/);
    // An encrypted assertion outside of the expected place is ignored.
    const elsewhere = encryptedAssertion(assertion.replace("person-1", "root"), own.certificate, {
      key: "rsa-oaep",
      hash: "sha256",
    });
    const hidden = `<samlp:Extensions>${elsewhere}</samlp:Extensions>`;
    expect((await take(xml.replace(assertion, `${hidden}${assertion}`))).subject).toBe("person-1");
  });

  it("are reported as missing if an assertion is encrypted and there are none", async () => {
    const { xml, take } = await asked(noKeys);
    await expect(take(withEncryption(xml, own.certificate))).rejects.toThrow(/no key was made here/);
  });

  it("are listed in our metadata, with our entity id", () => {
    expect(metadata).toContain(`entityID="${addresses.entityId}"`);
    expect(metadata).toContain(`Location="${addresses.acsUrl}"`);
    expect(metadata).toContain('WantAssertionsSigned="true"');
    expect(metadata).toContain('AuthnRequestsSigned="true"');
    expect(metadata.match(/<KeyDescriptor use="(\w+)">/g)).toEqual([
      '<KeyDescriptor use="signing">',
      '<KeyDescriptor use="encryption">',
    ]);
    const bare = samlMetadata(addresses, { signs: false, signing: [], encryption: null });
    expect(bare).toContain('AuthnRequestsSigned="false"');
    expect(bare).not.toContain("KeyDescriptor");
    expect(samlMetadata(addresses, { signs: false, signing: [], encryption: null })).toBe(bare);
  });
});
