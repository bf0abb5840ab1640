import { offeredCiphers } from "./decryption";
import type { SamlAddresses } from "./saml";

/** Our keys that the metadata for a provider contains, as certificates in PEM. */
export interface TellableKeys {
  /** True if requests are signed. */
  signs: boolean;
  /** Keys that sign requests now or later. The next key is included, so that the provider has it before its first use. */
  signing: readonly string[];
  /** Key to which assertions are to be encrypted; null if there is none. */
  encryption: string | null;
}

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const base64Of = (pem: string) => pem.replace(/-----[A-Z ]+-----|\s/g, "");

const keyDescriptor = (use: "signing" | "encryption", certificate: string, methods: readonly string[] = []) =>
  `    <KeyDescriptor use="${use}">
      <ds:KeyInfo><ds:X509Data><ds:X509Certificate>${base64Of(certificate)}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>
${methods.map((algorithm) => `      <EncryptionMethod Algorithm="${algorithm}"/>\n`).join("")}    </KeyDescriptor>
`;

/** Returns our metadata for the provider's operator (saml-metadata §2.4.4). The document is stable until a key changes. */
export const samlMetadata = (
  { entityId, acsUrl }: SamlAddresses,
  { signs, signing, encryption }: TellableKeys,
): string => `<?xml version="1.0" encoding="UTF-8"?>
<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" ID="castellan" entityID="${escaped(entityId)}">
  <SPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol" AuthnRequestsSigned="${signs}" WantAssertionsSigned="true">
${signing.map((certificate) => keyDescriptor("signing", certificate)).join("")}${encryption === null ? "" : keyDescriptor("encryption", encryption, offeredCiphers)}    <AssertionConsumerService index="1" isDefault="true" Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${escaped(acsUrl)}"/>
  </SPSSODescriptor>
</EntityDescriptor>
`;
