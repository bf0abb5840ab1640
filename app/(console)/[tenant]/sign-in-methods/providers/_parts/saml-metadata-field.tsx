"use client";

import { useExtracted } from "next-intl";
import { useId, useState } from "react";
import { useFormContext } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { Textarea } from "@/components/ui/input/input";

/** Field for pasted XML metadata. Fills in the form. The browser parses the XML and does not send it to the server. */
export function SamlMetadataField() {
  const t = useExtracted("sign-in-methods");
  const id = useId();
  const { setValue } = useFormContext<SamlMetadata>();
  const [text, setText] = useState("");
  const [said, setSaid] = useState<string | null>(null);
  const fill = () => {
    const found = readMetadata(text);
    if (!found) return setSaid(t("This is not the metadata of one identity provider."));
    for (const name of ["entityId", "ssoUrl", "certificates"] as const)
      setValue(name, found[name], { shouldDirty: true });
    setSaid(
      found.ssoUrl === ""
        ? t("The metadata has no address for the HTTP-Redirect binding. Enter it by hand.")
        : t("The fields below were filled in."),
    );
  };
  return (
    <details className="rounded-md border border-line px-3 py-2">
      <summary className="cursor-pointer rounded text-sm font-medium">
        {t("Fill in from the provider’s metadata")}
      </summary>
      <label htmlFor={id} className="mt-2 mb-1 block text-sm text-ink-soft">
        {t("The XML document that the provider publishes (federation metadata)")}
      </label>
      <Textarea
        id={id}
        value={text}
        onChange={(event) => setText(event.target.value)}
        spellCheck={false}
        className="font-mono text-xs"
      />
      <div className="mt-2 flex flex-wrap items-center gap-3">
        <Button size="sm" onClick={fill} disabled={text.trim() === ""}>
          {t("Fill in")}
        </Button>
        <span role="status" className="text-sm text-ink-soft">
          {said}
        </span>
      </div>
    </details>
  );
}

/** Form fields whose values are in the metadata of a SAML provider (SAML metadata 2.0, 2.4). */
interface SamlMetadata {
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
function readMetadata(text: string): SamlMetadata | null {
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
