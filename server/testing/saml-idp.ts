import { execFileSync } from "node:child_process";
import { constants, createCipheriv, publicEncrypt, randomBytes, type CipherGCM } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { inflateRawSync } from "node:zlib";
import type * as Samlify from "samlify";

// Node does not find all names in an import of this CommonJS package.
const { IdentityProvider, SamlLib, ServiceProvider, setSchemaValidator } = createRequire(import.meta.url)(
  "samlify",
) as typeof Samlify;
// The library requires a validator. These tests check signatures only.
setSchemaValidator({ validate: () => Promise.resolve("not looked at") });

interface KeyPair {
  privateKey: string;
  certificate: string;
}

/** More than one test uses at the same time. */
const POOL_SIZE = 10;
const pool = path.join(process.cwd(), "node_modules", ".cache", "castellan", "test-saml-keys.json");
let pairs: KeyPair[] | null = null;
let taken = 0;

/** Returns a key with a certificate from a pool that is kept on this machine, in turn: an RSA key takes 0.3 s of a core. */
export function keyPair(): KeyPair {
  pairs ??= existsSync(pool) ? (JSON.parse(readFileSync(pool, "utf8")) as KeyPair[]) : fillPool();
  return pairs[taken++ % POOL_SIZE]!;
}

function fillPool(): KeyPair[] {
  const made = Array.from({ length: POOL_SIZE }, createKeyPair);
  mkdirSync(path.dirname(pool), { recursive: true });
  writeFileSync(`${pool}.${process.pid}`, JSON.stringify(made), { mode: 0o600 });
  renameSync(`${pool}.${process.pid}`, pool);
  return made;
}

/** Creates a key with a certificate by openssl. */
function createKeyPair(): KeyPair {
  const folder = mkdtempSync(path.join(os.tmpdir(), "castellan-idp-"));
  const [key, cert] = [path.join(folder, "key.pem"), path.join(folder, "cert.pem")];
  execFileSync(
    "openssl",
    ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "3650", "-subj", "/CN=idp"].concat([
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
  /** True if the key is beside the data and not within it. */
  beside: boolean;
}

const XENC = "http://www.w3.org/2001/04/xmlenc#";
const XENC11 = "http://www.w3.org/2009/xmlenc11#";

/** Encrypts this text as an assertion (XML Encryption 1.1) for the key of the certificate. */
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

/** Encrypts the part of the response from its first assertion to its last. */
export const withEncryption = (xml: string, certificate: string, how?: Partial<Encryption>) =>
  xml.replace(/<saml:Assertion[\s\S]*<\/saml:Assertion>/, (content) =>
    encryptedAssertion(content, certificate, how),
  );

/** Fields of an assertion of the test provider. Tests may set each to a wrong value. */
export interface Said {
  issuer: string;
  audience: string;
  recipient: string;
  inResponseTo: string;
  nameId: string;
  nameIdFormat: string;
  /** End and start of its validity. */
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

/** Creates a SAML identity provider with samlify. It signs any fields, also wrong ones. */
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
    /** Its published metadata. */
    metadata: idp.getMetadata(),
    /** Encrypts the answer's assertion by samlify for the publisher of this metadata. */
    async encrypted(xml: string, metadata: string): Promise<string> {
      // The types declare fewer settings than the library has.
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
    /**
     * Parses a signed request by samlify, which was sent by redirect to the owner of this metadata. Throws if
     * it is not signed this way.
     */
    async readRequest(redirect: string, metadata: string) {
      const { searchParams, search } = new URL(redirect);
      const query = Object.fromEntries(searchParams);
      // The signature covers the query as it was sent (saml-bindings §3.4.4.1).
      const octetString = search.slice(1).replace(/&Signature=[^&]*/, "");
      const reading = IdentityProvider({
        entityID: entityId,
        signingCert: certificate,
        wantAuthnRequestsSigned: true,
        ...services,
      });
      return reading.parseLoginRequest(ServiceProvider({ metadata }), "redirect", { query, octetString });
    },
    /** Signs the whole response as well. */
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
    /** Returns the signed answer as XML. */
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
            // Inserted without escaping, because a test may insert a comment.
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

/** Returns the request in a redirect as XML. */
export const samlRequestOf = (location: string) =>
  inflateRawSync(Buffer.from(new URL(location).searchParams.get("SAMLRequest") ?? "", "base64")).toString(
    "utf8",
  );
