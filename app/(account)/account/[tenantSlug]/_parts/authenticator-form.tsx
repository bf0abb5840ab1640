"use client";

import { useExtracted } from "next-intl";
import Link from "next/link";
import { CopyButton } from "@/components/ui/text";
import type { FormState } from "@/server/auth/account/forms";
import { AccountForm, SubmitButton, TextField, useFormState } from "./account-form";
import { QrCode } from "@/components/ui/qr-code";

type Enrolment = NonNullable<FormState["enrolment"]>;

/** Form to add an authenticator app. The seed stays the same after a wrong code. */
export function AuthenticatorForm({ slug, enrolment }: { slug: string; enrolment: Enrolment }) {
  const t = useExtracted("hosted");
  return (
    <AccountForm slug={slug} page="security/authenticator" name="add-app">
      <Steps enrolment={enrolment} />
      <div className="flex flex-wrap items-center gap-3">
        <SubmitButton>{t("Add the app")}</SubmitButton>
        <Link href={`/account/${slug}/security`} className="rounded text-ink-soft underline hover:text-ink">
          {t("Cancel")}
        </Link>
      </div>
    </AccountForm>
  );
}

function Steps({ enrolment }: { enrolment: Enrolment }) {
  const t = useExtracted("hosted");
  const { sealed, uri, typed } = useFormState()?.enrolment ?? enrolment;
  return (
    <>
      <input type="hidden" name="sealed" value={sealed} />
      <ol className="list-decimal space-y-4 pl-5">
        <li>
          <p>{t("Scan this with the app.")}</p>
          <div className="mt-2">
            <QrCode text={uri} label={t("The code to scan")} />
          </div>
          <div className="mt-2 min-w-0 text-sm text-ink-soft">
            <p>{t("No camera? Type this into the app:")}</p>
            <span className="flex items-center gap-1">
              <code className="min-w-0 font-mono break-words text-ink">{typed}</code>
              <CopyButton text={typed} label={t("Copy the key")} />
            </span>
          </div>
        </li>
        <li>
          <TextField
            name="code"
            label={t("The code that the app shows now")}
            inputMode="numeric"
            autoComplete="one-time-code"
            pattern="[0-9 ]{6,7}"
            maxLength={7}
            required
            className="max-w-40 font-mono tracking-widest"
          />
        </li>
        <li>
          <TextField
            name="label"
            label={t("Name")}
            hint={t("To tell it from others, for example: My phone. You can leave this empty.")}
            maxLength={100}
          />
        </li>
      </ol>
    </>
  );
}
