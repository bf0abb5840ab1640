import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { SamlSettings } from "@/server/domain/federation/saml/saml.schema";
import { samlIdentityProvider, type Said } from "@/server/testing/saml-idp";
import { finishSaml } from "./saml";

const addresses = {
  entityId: "https://castellan.example/federation/acme/saml/1/metadata",
  acsUrl: "https://castellan.example/federation/acme/saml/1/acs",
};
const requestId = "_request";
const idp = samlIdentityProvider("https://idp.example.org");
const settings = SamlSettings.parse({
  entityId: idp.entityId,
  ssoUrl: idp.ssoUrl,
  certificates: idp.certificate,
});
const answer = (said: Partial<Said> = {}) =>
  idp.answer({
    audience: addresses.entityId,
    recipient: addresses.acsUrl,
    inResponseTo: requestId,
    nameId: "ada",
    ...said,
  });

/** Returns the subject of an accepted answer, or the reason of its refusal. */
const outcomeOf = (xml: string) =>
  finishSaml({
    settings,
    addresses,
    decryption: [],
    kept: { requestId },
    now: new Date(),
    samlResponse: Buffer.from(xml).toString("base64"),
  }).then(
    ({ identity }) => identity.subject,
    (error: Error) => `refused: ${error.message}`,
  );

const ASSERTION = /<saml:Assertion[\s\S]*<\/saml:Assertion>/;
const SIGNATURE = /<ds:Signature[\s\S]*?<\/ds:Signature>/;
const without = (xml: string, signature: string) => xml.replace(signature, "");
const inside = (outer: string, inner: string) =>
  outer.replace("</saml:Assertion>", () => `${inner}</saml:Assertion>`);
const signedAs = (evil: string, signature: string) =>
  evil.replace("</saml:Issuer>", () => `</saml:Issuer>${signature}`);
const inObject = (signature: string, inner: string) =>
  signature.replace("</ds:Signature>", () => `<ds:Object>${inner}</ds:Object></ds:Signature>`);
const withId = (xml: string, id: string) => xml.replace(/ ID="[^"]+"/, ` ID="${id}"`);

/** Returns an answer, its signed assertion, and two forged assertions: one with the same id and one with another id. */
async function partsOf(signed: Partial<Said>, forge: (assertion: string) => string) {
  const xml = await answer(signed);
  const original = ASSERTION.exec(xml)![0];
  const signature = SIGNATURE.exec(original)![0];
  const bare = without(original, signature);
  // The forged assertion contains the parts that the signed one lacks, like an honest assertion.
  const sameId = forge(without(ASSERTION.exec(await answer())![0], signature)).replace(SIGNATURE, "");
  const id = / ID="([^"]+)"/.exec(original)![1]!;
  return { xml, original, signature, bare, evil: withId(sameId, "_evil"), sameId: withId(sameId, id) };
}
type Parts = Awaited<ReturnType<typeof partsOf>>;

/** Attacks of Somorovsky et al., "On Breaking SAML" (2012), each also with an equal id. */
const wrappings: [string, (p: Parts) => string][] = [
  ["XSW3: before it", (p) => p.evil + p.original],
  ["XSW3, same id", (p) => p.sameId + p.original],
  ["after it", (p) => p.original + p.evil],
  ["after it, same id", (p) => p.original + p.sameId],
  ["XSW4: around it", (p) => inside(p.evil, p.original)],
  ["XSW4, same id", (p) => inside(p.sameId, p.original)],
  ["XSW5: with its signature, it after it", (p) => signedAs(p.evil, p.signature) + p.bare],
  ["XSW5, same id", (p) => signedAs(p.sameId, p.signature) + p.bare],
  ["XSW6: with its signature, it inside that", (p) => signedAs(p.evil, inObject(p.signature, p.bare))],
  ["XSW6, same id", (p) => signedAs(p.sameId, inObject(p.signature, p.bare))],
  ["XSW7: in an extension", (p) => `<samlp:Extensions>${p.evil}</samlp:Extensions>${p.original}`],
  ["XSW7, same id", (p) => `<samlp:Extensions>${p.sameId}</samlp:Extensions>${p.original}`],
  ["outside, it in an extension", (p) => `<samlp:Extensions>${p.original}</samlp:Extensions>${p.evil}`],
  ["XSW8: it in an object of its signature", (p) => inside(p.evil, inObject(p.signature, p.bare))],
  ["XSW8, same id", (p) => inside(p.sameId, inObject(p.signature, p.bare))],
];

/** Differences between the signed part and the forged part. */
const differences: [string, Partial<Said>, (assertion: string) => string][] = [
  ["another NameID", {}, (xml) => xml.replace(">ada<", ">root<")],
  ["our audience, where another service's was signed", { audience: "https://other.example" }, (xml) => xml],
  ["a sign-in, where none was signed", { authnStatement: false }, (xml) => xml],
  [
    "our address, where another service's was signed",
    { recipient: "https://other.example/acs" },
    (xml) => xml,
  ],
];

describe("a signed assertion", () => {
  it("is accepted unchanged", async () => expect(await outcomeOf(await answer())).toBe("ada"));

  describe.each(differences)("wrapped by a forged one that has %s", (what, signed, forge) => {
    it.each(wrappings)("%s: the forged assertion is not accepted", async (_where, wrap) => {
      const parts = await partsOf(signed, forge);
      const outcome = await outcomeOf(parts.xml.replace(parts.original, () => wrap(parts)));
      // An accepted answer must have the subject of the signed assertion.
      if (what === "another NameID") expect(outcome).toMatch(/^(?:ada$|refused)/);
      else expect(outcome).toMatch(/^refused/);
    });

    it.each<[string, (whole: string, signature: string, forged: string) => string]>([
      [
        "XSW1: the signed response inside its signature",
        (whole, signature, forged) => signedResponse(forged, inObject(signature, without(whole, signature))),
      ],
      [
        "XSW2: the signed response before its signature",
        (whole, signature, forged) => signedResponse(forged, without(whole, signature) + signature),
      ],
      [
        "the signed response within",
        (whole, _s, forged) => forged.replace("</samlp:Response>", `${whole}$&`),
      ],
    ])("%s: the forged assertion is not accepted", async (_where, wrap) => {
      const { xml, original, evil } = await partsOf(signed, forge);
      const whole = idp.signedWhole(xml).replace(/<\?xml[^>]*>/, "");
      const signature = SIGNATURE.exec(whole)![0];
      const forged = withId(
        xml.replace(original, () => evil),
        "_evil-response",
      );
      expect(await outcomeOf(wrap(whole, signature, forged))).toMatch(/^refused/);
    });
  });

  it("is accepted with its own signature inside a signed response, but not with the signature of the response only", async () => {
    const xml = await answer();
    expect(await outcomeOf(idp.signedWhole(xml))).toBe("ada");
    const unsigned = xml.replace(SIGNATURE, "").replace(">ada<", ">root<");
    expect(await outcomeOf(idp.signedWhole(unsigned))).toMatch(/^refused/);
  });
});

const signedResponse = (response: string, inner: string) =>
  response.replace("</saml:Issuer>", () => `</saml:Issuer>${inner}`);

/*
 * The corpus: answers that parsers read differently, or that libraries once accepted. A file is a response with placeholders for
 * the parts that must be fresh. The tests run with each upgrade of node-saml, xml-crypto, xmldom and xml2js.
 */
const folder = path.join(import.meta.dirname, "corpus");

describe("the corpus of hostile answers", () => {
  const files = readdirSync(folder).filter((name) => name.endsWith(".xml"));

  it("exists, and its parts without an attack form an accepted answer", async () => {
    expect(files.length).toBeGreaterThan(50);
    const { xml } = await partsOf({}, (one) => one);
    expect(await outcomeOf(xml.replace(/<\?xml[^>]*>/, ""))).toBe("ada");
  });

  it.each(files)("refuses %s", async (name) => {
    const { xml, original, signature, bare, evil, sameId } = await partsOf({}, (one) =>
      one.replace(">ada<", ">root<"),
    );
    const signedInfo = /<ds:SignedInfo>[\s\S]*<\/ds:SignedInfo>/.exec(signature)![0];
    const value = (tag: string) => new RegExp(`<ds:${tag}>([^<]+)<`).exec(signature)![1]!;
    const holes: Record<string, string> = {
      response: xml.replace(/<\?xml[^>]*>/, ""),
      open: /<samlp:Response[^>]*>/.exec(xml)![0],
      begin: xml.slice(xml.indexOf("<samlp:Response"), xml.indexOf(original)),
      end: xml.slice(xml.indexOf(original) + original.length),
      signed: original,
      forged: evil,
      "forged-same-id": sameId,
      unsigned: bare,
      signature,
      "signed-info": signedInfo,
      "digest-value": value("DigestValue"),
      "signature-value": value("SignatureValue"),
      id: / ID="([^"]+)"/.exec(original)![1]!,
    };
    const file = readFileSync(path.join(folder, name), "utf8");
    // A line "@replace <a> by <b>" changes the fresh answer. It is for changes that a file cannot contain literally.
    const filled = (text: string) =>
      text.replace(/\{\{([\w-]+)\}\}/g, (_all, hole: string) => holes[hole] ?? _all);
    const rules = [...file.matchAll(/^@replace (.+) by (.*)$/gm)];
    const begun = filled(file.replace(/^@replace .*\n/gm, "")).trimEnd();
    const sent = rules.reduce((text, [, from, to]) => {
      const wanted = filled(from!);
      expect(text, `${name} has nothing to replace`).toContain(wanted);
      return text.replace(wanted, () => filled(to!));
    }, begun);
    expect(sent).not.toMatch(/\{\{/);
    expect(await outcomeOf(sent)).toMatch(/^refused: /);
  });
});
