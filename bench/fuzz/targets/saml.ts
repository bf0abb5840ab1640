import { OutsideRefusal } from "@/server/auth/federation/protocol";
import { finishSaml } from "@/server/auth/federation/saml/saml";
import { SamlSettings } from "@/server/domain/federation/saml/saml.schema";
import { keyPair, samlIdentityProvider } from "@/server/testing/saml-idp";
import { check, refusingLater, type Target } from "./target";

const addresses = {
  entityId: "https://castellan.example/federation/acme/saml/1/metadata",
  acsUrl: "https://castellan.example/federation/acme/saml/1/acs",
};
const requestId = "_0123456789012345678901234567890123456789";
const idp = samlIdentityProvider("https://idp.example.org", keyPair());
const settings = SamlSettings.parse({
  entityId: idp.entityId,
  ssoUrl: idp.ssoUrl,
  certificates: idp.certificate,
  trustEmail: true,
});
const response = await idp.answer({
  audience: addresses.entityId,
  recipient: addresses.acsUrl,
  inResponseTo: requestId,
  nameId: "ada-1",
});
const assertion = /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(response)?.[0] ?? "";
const signature = /<ds:Signature[\s\S]*<\/ds:Signature>/.exec(response)?.[0] ?? "";

/**
 * SAML answers. Each run has new keys, so the corpus contains placeholders for signed parts: {{RESPONSE}},
 * {{ASSERTION}} and {{SIGNATURE}}. Only signed content may be accepted.
 */
export const target: Target = {
  seeds: [response],
  words: [
    "{{ASSERTION}}",
    "{{SIGNATURE}}",
    "<saml:NameID>admin</saml:NameID>",
    "<!-- -->",
    "<![CDATA[",
    "]]>",
    "<?x?>",
    "&#x26;",
    "<!DOCTYPE x>",
    "<samlp:Response ID='x'>",
    "</samlp:Response>",
    "<saml:Assertion ID='y'>",
    "</saml:Assertion>",
    "<ds:SignedInfo>",
    " ID='_a'",
    "<ds:Reference URI=''>",
    "<ds:Object>",
    "</ds:Object>",
    "<saml:AttributeStatement>",
    "xmlns:saml='x'",
    "xml:id='z'",
    "admin",
  ],
  longest: 16_384,
  run: async (input) => {
    const xml = input
      .replaceAll("{{RESPONSE}}", () => response)
      .replaceAll("{{ASSERTION}}", () => assertion)
      .replaceAll("{{SIGNATURE}}", () => signature);
    const sent = Buffer.from(xml).toString("base64");
    const taken = await refusingLater(
      () =>
        finishSaml({
          settings,
          addresses,
          decryption: [],
          samlResponse: sent,
          kept: { requestId },
          now: new Date(),
        }),
      OutsideRefusal,
    );
    if (taken === null) return;
    check(taken.identity.subject === "ada-1", `subject ${taken.identity.subject} was not signed`);
    check(assertion.includes(taken.assertionId), `assertion ${taken.assertionId} was not signed`);
  },
};
