import { constants, createDecipheriv, privateDecrypt } from "node:crypto";
import { DOMParser, XMLSerializer } from "@xmldom/xmldom";
import { OutsideRefusal } from "./refusal";
import { shapeProblem } from "./xml-shape";
import { providerTexts } from "../../kernel/texts/providers";

/*
 * Encrypted assertions (saml-core §2.3.4, XML Encryption 1.1). They are taken out of their cover before anything is believed:
 * the answer is then read as if it had come in the clear, with every check of one that did. So what is encrypted, which
 * anybody can do with our public key, counts for nothing by itself.
 *
 * Whatever goes wrong in here is said in the same words: whoever sends a stranger's assertion changed bit by bit learns
 * nothing from them (Jager and Somorovsky, 2011). Of RSA only OAEP is taken, which PKCS #1 v1.5 cannot be made out of.
 */

const XENC = "http://www.w3.org/2001/04/xmlenc#";
const XENC11 = "http://www.w3.org/2009/xmlenc11#";
const XMLDSIG = "http://www.w3.org/2000/09/xmldsig#";
const ASSERTION = "urn:oasis:names:tc:SAML:2.0:assertion";

/** Content by algorithm; the first sixteen or twelve bytes of it are the initialization vector. */
const ciphers: Record<
  string,
  { name: "aes-128-cbc" | "aes-256-cbc" | "aes-128-gcm" | "aes-256-gcm"; key: number }
> = {
  [`${XENC11}aes128-gcm`]: { name: "aes-128-gcm", key: 16 },
  [`${XENC11}aes256-gcm`]: { name: "aes-256-gcm", key: 32 },
  // Without a check of their own; the signature within is what counts, and failures look alike.
  [`${XENC}aes128-cbc`]: { name: "aes-128-cbc", key: 16 },
  [`${XENC}aes256-cbc`]: { name: "aes-256-cbc", key: 32 },
};

/** The algorithms of content that our metadata offers, the best first. */
export const offeredCiphers = Object.keys(ciphers);

/** Hashes of OAEP (RFC 8017 §7.1). SHA-1 is one here: nothing rests on its collisions, and most providers know no other. */
const hashes: Record<string, string> = {
  [`${XMLDSIG}sha1`]: "sha1",
  [`${XENC}sha256`]: "sha256",
  [`${XENC}sha512`]: "sha512",
};

/** More recipients than anybody encrypts one assertion to. */
const MOST_KEYS = 10;

type Element = NonNullable<ReturnType<DOMParser["parseFromString"]>["documentElement"]>;

/** The one refusal of an encrypted assertion, whatever is wrong with it. */
export const undecryptable = () => new OutsideRefusal(providerTexts.saml_undecryptable());

/** A document, or a refusal where it is none; document types were refused before. */
function parsed(xml: string) {
  const fail = () => {
    throw new OutsideRefusal(providerTexts.saml_no_xml());
  };
  const errorHandler = { warning: () => {}, error: fail, fatalError: fail };
  const document = new DOMParser({ errorHandler }).parseFromString(xml, "text/xml") as
    ReturnType<DOMParser["parseFromString"]> | undefined;
  if (!document?.documentElement) return fail();
  return document;
}

const childrenOf = (parent: Element, namespace: string, name: string): Element[] =>
  Array.from(parent.childNodes).filter((node): node is Element => {
    const { nodeType, namespaceURI, localName } = node as Element;
    return nodeType === 1 && namespaceURI === namespace && localName === name;
  });

/** The one child of this name along a path of names; null where there is none, or several. */
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

/** The key of the content, if it was encrypted to this key of ours; null else. */
function contentKey(encrypted: Element, privateKey: string): Buffer | null {
  const method = only(encrypted, [XENC, "EncryptionMethod"]);
  const value = cipherValue(encrypted);
  if (!method || !value) return null;
  const algorithm = method.getAttribute("Algorithm");
  if (algorithm !== `${XENC}rsa-oaep-mgf1p` && algorithm !== `${XENC11}rsa-oaep`) return null;
  const [digest] = childrenOf(method, XMLDSIG, "DigestMethod");
  const oaepHash = digest ? hashes[digest.getAttribute("Algorithm") ?? ""] : "sha1";
  // OpenSSL masks by the same hash; where it is another (RFC 8017, MGF1), what comes out is no key.
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
  // XML Encryption §5.2: the last byte is the length of the padding; those before it may be anything.
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
  // Beside the data or within its key info: both are usual (saml-core §6, errata E43).
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
        // Another key may fit.
      }
    }
  }
  throw undecryptable();
}

/**
 * The response with its assertion in the clear; as it came where that is not encrypted. `xml` has no document type, and what
 * is inside has been looked at by nobody. Throws OutsideRefusal where no key fits, or there is more than one assertion.
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
  // Declarations of namespaces may have been added, and both parts together may be too much.
  if (shapeProblem(inTheClear) !== null) throw undecryptable();
  return inTheClear;
}
