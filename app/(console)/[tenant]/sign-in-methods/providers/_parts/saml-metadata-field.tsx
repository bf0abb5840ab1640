"use client";

import { useExtracted } from "next-intl";
import { useId, useState } from "react";
import { useFormContext } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { Textarea } from "@/components/ui/input/input";
import { readMetadata, type SamlMetadata } from "./read-metadata";

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
