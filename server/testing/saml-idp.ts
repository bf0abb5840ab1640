import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { inflateRawSync } from "node:zlib";
import type * as Samlify from "samlify";

// Node finds not all of its names in an import, because it is CommonJS of an older make.
const { IdentityProvider, SamlLib, ServiceProvider } = createRequire(import.meta.url)(
  "samlify",
) as typeof Samlify;

/** A key with its certificate, made by openssl. */
export function keyPair(): { privateKey: string; certificate: string } {
  const folder = mkdtempSync(path.join(os.tmpdir(), "castellan-idp-"));
  const [key, cert] = [path.join(folder, "key.pem"), path.join(folder, "cert.pem")];
  execFileSync(
    "openssl",
    ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=idp"].concat([
      "-keyout",
      key,
      "-out",
      cert,
    ]),
    { stdio: "ignore" },
  );
  const pair = { privateKey: readFileSync(key, "utf8"), certificate: readFileSync(cert, "utf8") };
  rmSync(folder, { recursive: true });
  return pair;
}

/** What an assertion of the test provider says; each may be said wrongly. */
export interface Said {
  issuer: string;
  audience: string;
  recipient: string;
  inResponseTo: string;
  nameId: string;
  nameIdFormat: string;
  /** Until when, and from when, it says to be valid. */
  notOnOrAfter: string;
  notBefore: string;
  attributes: Record<string, string>;
  authnStatement: boolean;
}

const attributeStatement = (attributes: Record<string, string>) =>
  `<saml:AttributeStatement>${Object.entries(attributes)
    .map(
      ([name, value]) =>
        `<saml:Attribute Name="${name}"><saml:AttributeValue xsi:type="xs:string">${value}</saml:AttributeValue></saml:Attribute>`,
    )
    .join("")}</saml:AttributeStatement>`;

/** A SAML identity provider made with samlify, which signs whatever it is told to say. */
export function samlIdentityProvider(
  entityId: string,
  { privateKey, certificate } = keyPair(),
  signatureAlgorithm = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
) {
  const location = `${entityId}/sso`;
  const idp = IdentityProvider({
    entityID: entityId,
    privateKey,
    signingCert: certificate,
    requestSignatureAlgorithm: signatureAlgorithm,
    nameIDFormat: ["urn:oasis:names:tc:SAML:2.0:nameid-format:persistent"],
    singleLogoutService: [
      { Binding: "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect", Location: `${entityId}/slo` },
    ],
    singleSignOnService: [
      { Binding: "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect", Location: location },
    ],
  });

  return {
    entityId,
    ssoUrl: location,
    certificate,
    /** What it publishes of itself. */
    metadata: idp.getMetadata(),
    /** The signed answer, as its XML. */
    async answer(
      said: Pick<Said, "audience" | "recipient" | "inResponseTo"> & Partial<Said>,
    ): Promise<string> {
      const sp = ServiceProvider({
        entityID: said.audience,
        wantAssertionsSigned: true,
        assertionConsumerService: [
          { Binding: "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST", Location: said.recipient },
        ],
      });
      const now = new Date();
      const soon = said.notOnOrAfter ?? new Date(+now + 300_000).toISOString();
      const id = () => `_${randomBytes(16).toString("hex")}`;
      const fill = (template: string) => ({
        id: id(),
        context: SamlLib.replaceTagsByValue(
          template
            .replace(
              "{AuthnStatement}",
              said.authnStatement === false
                ? ""
                : `<saml:AuthnStatement AuthnInstant="${now.toISOString()}" SessionIndex="${id()}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`,
            )
            .replace("{AttributeStatement}", said.attributes ? attributeStatement(said.attributes) : "")
            // Not escaped: a test may want a comment in it.
            .replace("{NameID}", said.nameId ?? "person-1"),
          {
            ID: id(),
            AssertionID: id(),
            Destination: said.recipient,
            Audience: said.audience,
            SubjectRecipient: said.recipient,
            Issuer: said.issuer ?? entityId,
            IssueInstant: now.toISOString(),
            StatusCode: "urn:oasis:names:tc:SAML:2.0:status:Success",
            ConditionsNotBefore: said.notBefore ?? now.toISOString(),
            ConditionsNotOnOrAfter: soon,
            SubjectConfirmationDataNotOnOrAfter: soon,
            NameIDFormat: said.nameIdFormat ?? "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent",
            InResponseTo: said.inResponseTo,
          },
        ),
      });
      const { context } = (await idp.createLoginResponse(sp, {} as never, "post", {}, fill)) as {
        context: string;
      };
      return Buffer.from(context, "base64").toString("utf8");
    },
  };
}

/** The request that a redirect carries, as its XML. */
export const samlRequestOf = (location: string) =>
  inflateRawSync(Buffer.from(new URL(location).searchParams.get("SAMLRequest") ?? "", "base64")).toString(
    "utf8",
  );
