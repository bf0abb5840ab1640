import { LogOut } from "lucide-react";
import { useExtracted } from "next-intl";
import Link from "next/link";
import type { ReactNode } from "react";
import { LeavingButton } from "@/components/ui/button";
import { Callout } from "@/components/ui/feedback";
import { LinkTabs } from "@/components/ui/page/link-tabs";
import { Avatar } from "@/components/ui/page/page";
import { ThemeToggle } from "@/components/ui/theme-toggle";
import { shownName } from "@/server/domain/tenant-config/tenant-config.schema";
import { accentOf, Brand, Imprint } from "../../../_hosted/hosted-card";
import { LanguageForm } from "../../../_hosted/language-form";
import { FormResult } from "./account-form";
import type { OpenAccount } from "./open-account";

function usePages() {
  const t = useExtracted("hosted");
  return [
    { page: "", label: t("Profile") },
    { page: "security", label: t("Security") },
    { page: "sessions", label: t("Sessions") },
    { page: "notifications", label: t("Notifications") },
    { page: "apps", label: t("Apps") },
    { page: "data", label: t("Your data") },
    { page: "act-as", label: t("Acting as you") },
  ];
}

/** Frame of every account page: the organization's brand, the user and the navigation. */
export function AccountFrame({ account, children }: { account: OpenAccount; children: ReactNode }) {
  const t = useExtracted("hosted");
  const pages = usePages();
  const { appearance, slug, person, actedBy } = account;
  const name = person.name ?? person.email ?? t("You");
  return (
    <div
      className="mx-auto flex min-h-dvh w-full max-w-3xl flex-col px-4 py-6 text-ink sm:py-10"
      style={accentOf(appearance.brandColor)}
    >
      <header className="mb-6 flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <Brand appearance={appearance} />
        <div className="flex min-w-0 items-center gap-2">
          <ThemeToggle />
          <LeavingButton href={account.signOut} variant="ghost">
            <LogOut aria-hidden />
            {t("Sign out")}
          </LeavingButton>
        </div>
      </header>
      <main className="flex-1">
        <div className="mb-4 flex min-w-0 items-center gap-3">
          <Avatar name={name} />
          <div className="min-w-0">
            <h1 className="truncate text-xl font-semibold tracking-tight" title={name}>
              {name}
            </h1>
            {person.name && person.email && (
              <p className="truncate text-sm text-ink-soft" title={person.email}>
                {person.email}
              </p>
            )}
          </div>
        </div>
        <LinkTabs
          label={t("Your account at {organization}", { organization: shownName(appearance) })}
          tabs={pages.map(({ page, label }) => ({ label, href: `/account/${slug}${page && `/${page}`}` }))}
        />
        {actedBy && (
          <div className="mb-4">
            <Callout tone="warning" title={t("{actor} acts as {name}", { actor: actedBy.label, name })}>
              {t("What you do here is recorded under both names. You cannot change how they sign in.")}{" "}
              <Link href={`/account/${slug}/act-as`} className="rounded underline">
                {t("Stop")}
              </Link>
            </Callout>
          </div>
        )}
        <div className="space-y-4">
          <FormResult result={account.result}>{children}</FormResult>
        </div>
      </main>
      <footer className="mt-8 text-sm text-ink-faint">
        <Imprint appearance={appearance} poweredBy={appearance.poweredBy.account}>
          <LanguageForm />
        </Imprint>
      </footer>
    </div>
  );
}
