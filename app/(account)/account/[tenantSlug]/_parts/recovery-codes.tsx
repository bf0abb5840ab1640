"use client";

import { useExtracted } from "next-intl";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/feedback";
import { CodeBlock } from "@/components/ui/text";
import { useHydrated } from "@/components/ui/use-hydrated";
import { AccountForm, SubmitButton, useFormState } from "./account-form";

/** Makes recovery codes and shows them, this once. */
export function RecoveryCodes({ slug, replaces }: { slug: string; replaces: boolean }) {
  const t = useExtracted("hosted");
  return (
    <AccountForm slug={slug} page="security" name="recovery-codes">
      <Codes />
      {replaces && (
        <p className="text-sm text-ink-soft">
          {t("New codes take the place of those you have, which end at once.")}
        </p>
      )}
      <SubmitButton variant="secondary">
        {replaces ? t("Make new codes") : t("Make recovery codes")}
      </SubmitButton>
    </AccountForm>
  );
}

function Codes() {
  const t = useExtracted("hosted");
  const codes = useFormState()?.codes;
  const hydrated = useHydrated();
  if (!codes) return null;
  const text = codes.join("\n");
  return (
    <div className="space-y-3" role="status">
      <Callout tone="warning" title={t("Shown only now")}>
        {t("Keep them where you find them without your phone: on paper, or in a password manager.")}
      </Callout>
      <CodeBlock text={text} label={t("Recovery codes")} />
      {hydrated && <Button onClick={() => save(text)}>{t("Download")}</Button>}
    </div>
  );
}

function save(text: string) {
  const url = URL.createObjectURL(new Blob([`${text}\n`], { type: "text/plain" }));
  Object.assign(document.createElement("a"), { href: url, download: "recovery-codes.txt" }).click();
  URL.revokeObjectURL(url);
}
