import { constants, createDecipheriv, privateDecrypt } from "node:crypto";
import { DOMParser, XMLSerializer } from "@xmldom/xmldom";
import { OutsideRefusal } from "../protocol";
import { shapeProblem } from "./xml-shape";
import { defineTexts } from "../../../kernel/texts/define";

const providerTexts = defineTexts("provider", {
  saml_no_xml: "The SAML response is no XML.",
  saml_many_assertions: "The SAML response holds more than one assertion.",
  saml_undecryptable:
    "The assertion could not be decrypted by any key that is kept here, or what is inside has no good signature.",
  saml_encrypted: "The assertion is encrypted, and no key was made here for this provider.",
});

/*
 * Encrypted assertions (saml-core §2.3.4, XML Encryption 1.1). They are decrypted before any check. The answer is then checked as
 * if it had been sent in the clear. Encryption itself proves nothing, because anyone can encrypt with our public key.
 *
 * All failures have the same message, so that an attacker who sends changed ciphertexts learns nothing (Jager and Somorovsky,
 * 2011). Only RSA with OAEP is accepted, not with PKCS #1 v1.5.
 */

const XENC = "http://www.w3.org/2001/04/xmlenc#";
const XENC11 = "http://www.w3.org/2009/xmlenc11#";
const XMLDSIG = "http://www.w3.org/2000/09/xmldsig#";
const ASSERTION = "urn:oasis:names:tc:SAML:2.0:assertion";

/** Ciphers of content by algorithm. The content begins with the initialization vector of sixteen or twelve bytes. */
const ciphers: Record<
  string,
  { name: "aes-128-cbc" | "aes-256-cbc" | "aes-128-gcm" | "aes-256-gcm"; key: number }
> = {
  [`${XENC11}aes128-gcm`]: { name: "aes-128-gcm", key: 16 },
  [`${XENC11}aes256-gcm`]: { name: "aes-256-gcm", key: 32 },
  // CBC has no integrity check of its own. The signature inside protects the content, and all failures have the same message.
  [`${XENC}aes128-cbc`]: { name: "aes-128-cbc", key: 16 },
  [`${XENC}aes256-cbc`]: { name: "aes-256-cbc", key: 32 },
};

/** Algorithms of content that our metadata offers, in order of preference. */
export const offeredCiphers = Object.keys(ciphers);

/**
 * Hashes of OAEP (RFC 8017 §7.1). SHA-1 is safe here, because OAEP does not depend on collisions, and most providers support no
 * other.
 */
const hashes: Record<string, string> = {
  [`${XMLDSIG}sha1`]: "sha1",
  [`${XENC}sha256`]: "sha256",
  [`${XENC}sha512`]: "sha512",
};

/** Maximum number of recipients of one assertion. */
const MOST_KEYS = 10;

type Element = NonNullable<ReturnType<DOMParser["parseFromString"]>["documentElement"]>;

/** The only refusal of an encrypted assertion, for every cause. */
export const undecryptable = () => new OutsideRefusal(providerTexts.saml_undecryptable());

/** Parses a document. Throws OutsideRefusal if it is not well-formed; document types were refused before. */
function parsed(xml: string) {
  const fail = () => {
    throw new OutsideRefusal(providerTexts.saml_no_xml());
  };
  const errorHandler = { warning: () => {}, error: fail, fatalError: fail };
  const document = new DOMParser({ errorHandler }).parseFromString(xml, "text/xml") as
    | ReturnType<DOMParser["parseFromString"]>
    | undefined;
  if (!document?.documentElement) return fail();
  return document;
}

const childrenOf = (parent: Element, namespace: string, name: string): Element[] =>
  Array.from(parent.childNodes).filter((node): node is Element => {
    const { nodeType, namespaceURI, localName } = node as Element;
    return nodeType === 1 && namespaceURI === namespace && localName === name;
  });

/** Returns the only child along a path of names; null if there is none or more than one. */
function only(parent: Element, ...path: [namespace: string, name: string][]): Element | null {
  let at: Element | null = parent;
  for (const [namespace, name] of path) {
    const found: Element[] = at === null ? [] : childrenOf(at, namespace, name);
    at = found.length === 1 ? found[0]! : null;
  }
  return at;
}

const algorithmOf = (of: Element) => only(of, [XENC, "EncryptionMethod"])?.getAttribute("Algorithm") ?? "";

function cipherValue(of: Element): Buffer | null {
  const value = only(of, [XENC, "CipherData"], [XENC, "CipherValue"]);
  return value && Buffer.from(value.textContent ?? "", "base64");
}

/** Decrypts the key of the content with our private key. Returns null if it was not encrypted to this key. */
function contentKey(encrypted: Element, privateKey: string): Buffer | null {
  const method = only(encrypted, [XENC, "EncryptionMethod"]);
  const value = cipherValue(encrypted);
  if (!method || !value) return null;
  const algorithm = method.getAttribute("Algorithm");
  if (algorithm !== `${XENC}rsa-oaep-mgf1p` && algorithm !== `${XENC11}rsa-oaep`) return null;
  const [digest] = childrenOf(method, XMLDSIG, "DigestMethod");
  const oaepHash = digest ? hashes[digest.getAttribute("Algorithm") ?? ""] : "sha1";
  // OpenSSL uses the same hash for MGF1. If the sender used another one (RFC 8017), the decryption fails.
  if (oaepHash === undefined) return null;
  try {
    return privateDecrypt({ key: privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash }, value);
  } catch {
    return null;
  }
}

function contentOf(value: Buffer, { name }: (typeof ciphers)[string], key: Buffer): string {
  if (name === "aes-128-gcm" || name === "aes-256-gcm") {
    const decipher = createDecipheriv(name, key, value.subarray(0, 12), { authTagLength: 16 });
    decipher.setAuthTag(value.subarray(-16));
    return Buffer.concat([decipher.update(value.subarray(12, -16)), decipher.final()]).toString("utf8");
  }
  const decipher = createDecipheriv(name, key, value.subarray(0, 16)).setAutoPadding(false);
  const content = Buffer.concat([decipher.update(value.subarray(16)), decipher.final()]);
  // XML Encryption §5.2: the last byte is the length of the padding. The other bytes of the padding have any value.
  const padding = content.at(-1) ?? 0;
  if (padding < 1 || padding > 16) throw undecryptable();
  return content.subarray(0, -padding).toString("utf8");
}

function decrypted(encryptedAssertion: Element, privateKeys: readonly string[]): string {
  const data = only(encryptedAssertion, [XENC, "EncryptedData"]);
  const value = data && cipherValue(data);
  const cipher = data && ciphers[algorithmOf(data)];
  if (!data || !value || !cipher || value.length < 32) throw undecryptable();
  const info = only(data, [XMLDSIG, "KeyInfo"]);
  // Senders put the encrypted key beside the data or within its key info (saml-core §6, errata E43).
  const keys = [
    ...(info ? childrenOf(info, XENC, "EncryptedKey") : []),
    ...childrenOf(encryptedAssertion, XENC, "EncryptedKey"),
  ];
  for (const encrypted of keys.slice(0, MOST_KEYS)) {
    for (const privateKey of privateKeys) {
      const key = contentKey(encrypted, privateKey);
      if (key?.length !== cipher.key) continue;
      try {
        return contentOf(value, cipher, key);
      } catch {
        // Tries the next key.
      }
    }
  }
  throw undecryptable();
}

/**
 * Returns the response with its assertion decrypted, or unchanged if nothing is encrypted. `xml` must have no document type. The
 * decrypted content is not verified yet. Throws OutsideRefusal if no key fits or if there is more than one assertion.
 */
export function withoutEncryption(xml: string, privateKeys: readonly string[]): string {
  if (!xml.includes("EncryptedAssertion")) return xml;
  const document = parsed(xml);
  const response = document.documentElement;
  const [encrypted, ...more] = childrenOf(response, ASSERTION, "EncryptedAssertion");
  if (!encrypted) return xml;
  if (more.length > 0 || childrenOf(response, ASSERTION, "Assertion").length > 0)
    throw new OutsideRefusal(providerTexts.saml_many_assertions());
  if (privateKeys.length === 0) throw new OutsideRefusal(providerTexts.saml_encrypted());
  const content = decrypted(encrypted, privateKeys);
  if (shapeProblem(content) !== null) throw undecryptable();
  let assertion: Element;
  try {
    assertion = parsed(content).documentElement;
  } catch {
    throw undecryptable();
  }
  if (assertion.namespaceURI !== ASSERTION || assertion.localName !== "Assertion") throw undecryptable();
  response.replaceChild(document.importNode(assertion, true), encrypted);
  const inTheClear = new XMLSerializer().serializeToString(document);
  // Checks the limits again: the serializer may have added declarations of namespaces, and the decrypted content increases the
  // size.
  if (shapeProblem(inTheClear) !== null) throw undecryptable();
  return inTheClear;
}
