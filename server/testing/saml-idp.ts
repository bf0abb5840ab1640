import { execFileSync } from "node:child_process";
import { constants, createCipheriv, publicEncrypt, randomBytes, type CipherGCM } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { inflateRawSync } from "node:zlib";
import type * as Samlify from "samlify";

// Node finds not all of its names in an import, because it is CommonJS of an older make.
const { IdentityProvider, SamlLib, ServiceProvider, setSchemaValidator } = createRequire(import.meta.url)(
  "samlify",
) as typeof Samlify;
// It wants one before it reads anything; what is looked at here are signatures.
setSchemaValidator({ validate: () => Promise.resolve("not looked at") });

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

export interface Encryption {
  content: "aes128-cbc" | "aes256-cbc" | "aes128-gcm" | "aes256-gcm" | "tripledes-cbc";
  key: "rsa-oaep-mgf1p" | "rsa-oaep" | "rsa-1_5";
  hash: "sha1" | "sha256" | "sha512";
  /** Whether the key stands beside the data, and not within it. */
  beside: boolean;
}

const XENC = "http://www.w3.org/2001/04/xmlenc#";
const XENC11 = "http://www.w3.org/2009/xmlenc11#";

/** This text as an encrypted assertion (XML Encryption 1.1), for whoever has the key of the certificate. */
export function encryptedAssertion(
  content: string,
  certificate: string,
  how: Partial<Encryption> = {},
): string {
  const {
    content: cipherName,
    key: wrapping,
    hash,
    beside,
  } = {
    ...({ content: "aes256-gcm", key: "rsa-oaep-mgf1p", hash: "sha1", beside: false } satisfies Encryption),
    ...how,
  };
  const [, bits = "", mode = "cbc"] = /^aes(\d+)-(\w+)$/.exec(cipherName) ?? [];
  const name = bits === "" ? "des-ede3-cbc" : `aes-${bits}-${mode}`;
  const key = randomBytes(bits === "" ? 24 : Number(bits) / 8);
  const iv = randomBytes(bits === "" ? 8 : mode === "gcm" ? 12 : 16);
  const cipher = createCipheriv(name, key, iv);
  const parts = [iv, cipher.update(content), cipher.final()];
  if (mode === "gcm") parts.push((cipher as CipherGCM).getAuthTag());
  const padding = wrapping === "rsa-1_5" ? constants.RSA_PKCS1_PADDING : constants.RSA_PKCS1_OAEP_PADDING;
  const wrapped = publicEncrypt({ key: certificate, padding, oaepHash: hash }, key);
  const digest = hash === "sha1" ? "http://www.w3.org/2000/09/xmldsig#sha1" : `${XENC}${hash}`;
  const value = (bytes: Buffer) =>
    `<xenc:CipherData><xenc:CipherValue>${bytes.toString("base64")}</xenc:CipherValue></xenc:CipherData>`;
  const encryptedKey = `<xenc:EncryptedKey xmlns:xenc="${XENC}"><xenc:EncryptionMethod Algorithm="${wrapping === "rsa-oaep" ? XENC11 : XENC}${wrapping}"><ds:DigestMethod xmlns:ds="http://www.w3.org/2000/09/xmldsig#" Algorithm="${digest}"/></xenc:EncryptionMethod>${value(wrapped)}</xenc:EncryptedKey>`;
  const info = `<ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#">${beside ? "" : encryptedKey}</ds:KeyInfo>`;
  return `<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"><xenc:EncryptedData xmlns:xenc="${XENC}" Type="${XENC}Element"><xenc:EncryptionMethod Algorithm="${mode === "gcm" ? XENC11 : XENC}${cipherName}"/>${info}${value(Buffer.concat(parts))}</xenc:EncryptedData>${beside ? encryptedKey : ""}</saml:EncryptedAssertion>`;
}

/** The response with what is from its first assertion to its last encrypted. */
export const withEncryption = (xml: string, certificate: string, how?: Partial<Encryption>) =>
  xml.replace(/<saml:Assertion[\s\S]*<\/saml:Assertion>/, (content) =>
    encryptedAssertion(content, certificate, how),
  );

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
  const at = (Location: string) => [
    { Binding: "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect", Location },
  ];
  const services = { singleLogoutService: at(`${entityId}/slo`), singleSignOnService: at(location) };
  const idp = IdentityProvider({
    entityID: entityId,
    privateKey,
    signingCert: certificate,
    requestSignatureAlgorithm: signatureAlgorithm,
    nameIDFormat: ["urn:oasis:names:tc:SAML:2.0:nameid-format:persistent"],
    ...services,
  });

  return {
    entityId,
    ssoUrl: location,
    certificate,
    /** What it publishes of itself. */
    metadata: idp.getMetadata(),
    /** The answer with its assertion encrypted by samlify for whoever publishes this metadata. */
    async encrypted(xml: string, metadata: string): Promise<string> {
      // Its types name fewer settings than it has.
      const settings = {
        entityID: entityId,
        privateKey,
        signingCert: certificate,
        isAssertionEncrypted: true,
        dataEncryptionAlgorithm: "http://www.w3.org/2009/xmlenc11#aes256-gcm",
        keyEncryptionAlgorithm: "http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p",
        ...services,
      };
      const encrypting = IdentityProvider(settings);
      const answered = await SamlLib.encryptAssertion(encrypting, ServiceProvider({ metadata }), xml);
      return Buffer.from(answered, "base64").toString("utf8");
    },
    /** What samlify makes of a signed request that was sent by redirect to somebody with this metadata; throws where it is not signed so. */
    async readRequest(redirect: string, metadata: string) {
      const { searchParams, search } = new URL(redirect);
      const query = Object.fromEntries(searchParams);
      // What was signed is the query as it was sent (saml-bindings §3.4.4.1).
      const octetString = search.slice(1).replace(/&Signature=[^&]*/, "");
      const reading = IdentityProvider({
        entityID: entityId,
        signingCert: certificate,
        wantAuthnRequestsSigned: true,
        ...services,
      });
      return reading.parseLoginRequest(ServiceProvider({ metadata }), "redirect", { query, octetString });
    },
    /** The answer with the whole response signed, too. */
    signedWhole: (xml: string): string =>
      SamlLib.constructSAMLSignature({
        rawSamlMessage: xml,
        privateKey,
        signingCert: certificate.replace(/-----[^-]+-----|\s/g, ""),
        signatureAlgorithm,
        isBase64Output: false,
        isMessageSigned: true,
        signatureConfig: {
          prefix: "ds",
          location: { reference: "/*/*[local-name()='Issuer'][1]", action: "after" },
        },
      } as never),
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
