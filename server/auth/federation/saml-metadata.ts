import { offeredCiphers } from "./saml-decryption";
import type { SamlAddresses } from "./saml";

/** What a provider is told of our keys for it, as certificates in PEM. */
export interface TellableKeys {
  /** Whether requests are signed. */
  signs: boolean;
  /** Those that requests are or would be signed with, the next one among them: so that it is known before it is used. */
  signing: readonly string[];
  /** What assertions are to be encrypted to; null: there is none. */
  encryption: string | null;
}

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const base64Of = (pem: string) => pem.replace(/-----[A-Z ]+-----|\s/g, "");

const keyDescriptor = (use: "signing" | "encryption", certificate: string, methods: readonly string[] = []) =>
  `    <KeyDescriptor use="${use}">
      <ds:KeyInfo><ds:X509Data><ds:X509Certificate>${base64Of(certificate)}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>
${methods.map((algorithm) => `      <EncryptionMethod Algorithm="${algorithm}"/>\n`).join("")}    </KeyDescriptor>
`;

/** Our metadata, for the provider's operator (saml-metadata §2.4.4). The document is the same each time, until a key changes. */
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
