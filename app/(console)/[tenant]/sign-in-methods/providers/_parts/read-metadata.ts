/** Form fields whose values are in the metadata of a SAML provider (SAML metadata 2.0, 2.4). */
export interface SamlMetadata {
  entityId: string;
  ssoUrl: string;
  certificates: string;
}

const METADATA = "urn:oasis:names:tc:SAML:2.0:metadata";
const XMLDSIG = "http://www.w3.org/2000/09/xmldsig#";
const REDIRECT = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect";

/** Maximum length of metadata, in characters. */
const LONGEST = 1_000_000;

/** Parses SAML metadata in the browser. Returns null if the text does not describe exactly one identity provider. */
export function readMetadata(text: string): SamlMetadata | null {
  if (text.length > LONGEST) return null;
  const document = new DOMParser().parseFromString(text, "application/xml");
  const idps = document.getElementsByTagNameNS(METADATA, "IDPSSODescriptor");
  const idp = idps.length === 1 ? idps[0] : undefined;
  const entityId = idp?.parentElement?.getAttribute("entityID");
  if (!idp || !entityId) return null;
  const sso = [...idp.getElementsByTagNameNS(METADATA, "SingleSignOnService")].find(
    (service) => service.getAttribute("Binding") === REDIRECT,
  );
  const certificates = [...idp.getElementsByTagNameNS(METADATA, "KeyDescriptor")]
    .filter((key) => key.getAttribute("use") !== "encryption")
    .flatMap((key) => [...key.getElementsByTagNameNS(XMLDSIG, "X509Certificate")])
    .map((certificate) => pem(certificate.textContent ?? ""));
  return {
    entityId,
    ssoUrl: sso?.getAttribute("Location") ?? "",
    certificates: [...new Set(certificates)].join("\n"),
  };
}

const pem = (base64: string) => {
  const lines = base64.replace(/\s+/g, "").match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----`;
};
