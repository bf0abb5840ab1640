"use client";

import { useExtracted } from "next-intl";
import { NewRecoveryCodes } from "@/components/ui/recovery-codes";
import { AccountForm, SubmitButton, useFormState } from "./account-form";

/** Creates recovery codes and shows them once. */
export function RecoveryCodes({ slug, replaces }: { slug: string; replaces: boolean }) {
  const t = useExtracted("hosted");
  return (
    <AccountForm slug={slug} page="security" name="recovery-codes">
      <Codes />
      {replaces && (
        <p className="text-sm text-ink-soft">
          {t("New codes replace the existing ones. The old codes stop working at once.")}
        </p>
      )}
      <SubmitButton variant="secondary">
        {replaces ? t("Create new codes") : t("Create recovery codes")}
      </SubmitButton>
    </AccountForm>
  );
}

function Codes() {
  const codes = useFormState()?.codes;
  return (
    <div role="status" className="empty:absolute">
      {codes && <NewRecoveryCodes codes={codes} />}
    </div>
  );
}
