"use client";

import { useExtracted, useLocale } from "next-intl";
import { useState } from "react";
import { HostedCard } from "@/app/(account)/_hosted/hosted-card";
import { SignInFields } from "@/app/(account)/_hosted/sign-in-fields";
import { useFramed } from "@/components/page-nonce";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Section } from "@/components/ui/page/page";
import { mailHtml } from "@/server/domain/tenant-config/mail-look.schema";
import type { Appearance } from "@/server/domain/tenant-config/tenant-config.schema";
import { useTyped } from "./use-typed";

type Look = "light" | "dark";

/** Preview of the sign-in page and an e-mail with the current values of the form. */
export function Preview({ name, poweredBy }: Pick<Appearance, "name" | "poweredBy">) {
  const t = useExtracted("branding");
  const [look, setLook] = useState<Look>("light");
  const appearance: Appearance = { name, poweredBy, ...useTyped() };
  const mail = mailHtml(
    appearance,
    {
      title: t("A new sign-in to your account"),
      paragraphs: [t("Somebody signed in to your account from a device that was not seen before.")],
      language: useLocale(),
      action: { label: t("Look at it"), href: "#" },
    },
    look,
  );
  return (
    <Section
      title={t("Preview")}
      description={t("Based on the current input. Each person’s own setting determines light or dark.")}
      actions={<LookChoice look={look} onChange={setLook} />}
      className="xl:sticky xl:top-4"
    >
      <div className="grid gap-4 2xl:grid-cols-2">
        <figure className="min-w-0">
          <figcaption className="mb-1.5 text-sm text-ink-soft">{t("Sign-in page")}</figcaption>
          {/* The preview is inert. Keyboard users and screen readers skip it. */}
          <div
            inert
            className={cn(
              look,
              "flex min-h-112 flex-col items-center justify-center overflow-hidden rounded-md border border-line bg-canvas p-4 sm:p-6",
            )}
          >
            <HostedCard appearance={appearance} poweredBy={poweredBy.account} title={t("Sign in to an app")}>
              <SignInFields />
            </HostedCard>
          </div>
        </figure>
        <figure className="min-w-0">
          <figcaption className="mb-1.5 text-sm text-ink-soft">{t("E-mail")}</figcaption>
          <iframe
            title={t("Preview of an e-mail")}
            sandbox=""
            srcDoc={useFramed(mail)}
            tabIndex={-1}
            className="h-96 w-full rounded-md border border-line"
          />
        </figure>
      </div>
    </Section>
  );
}

function LookChoice({ look, onChange }: { look: Look; onChange: (look: Look) => void }) {
  const t = useExtracted("branding");
  const looks: { value: Look; label: string }[] = [
    { value: "light", label: t("Light") },
    { value: "dark", label: t("Dark") },
  ];
  return (
    <div role="group" aria-label={t("Show the preview")} className="flex gap-1">
      {looks.map(({ value, label }) => (
        <Button
          key={value}
          size="sm"
          variant={look === value ? "secondary" : "ghost"}
          aria-pressed={look === value}
          onClick={() => onChange(value)}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}
