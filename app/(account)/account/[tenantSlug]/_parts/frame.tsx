import { LogOut } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { LeavingButton } from "@/components/ui/button";
import { Callout } from "@/components/ui/feedback";
import { LinkTabs } from "@/components/ui/link-tabs";
import { Avatar } from "@/components/ui/page";
import { ThemeToggle } from "@/components/ui/theme-toggle";
import { shownName } from "@/server/domain/tenant-config/tenant-config.schema";
import { accentOf, Brand } from "../../../_hosted/hosted-card";
import type { OpenAccount } from "./open-account";

const pages = [
  { page: "", label: "Profile" },
  { page: "security", label: "Security" },
  { page: "sessions", label: "Sessions" },
  { page: "apps", label: "Apps" },
  { page: "data", label: "Your data" },
  { page: "act-as", label: "Acting as you" },
];

/** What stands around every page of a person's account: the organization's brand, who they are, where they can go. */
export function AccountFrame({ account, children }: { account: OpenAccount; children: ReactNode }) {
  const { appearance, slug, person, actedBy } = account;
  const name = person.name ?? person.email ?? "You";
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
            Sign out
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
          label={`Your account at ${shownName(appearance)}`}
          tabs={pages.map(({ page, label }) => ({ label, href: `/account/${slug}${page && `/${page}`}` }))}
        />
        {actedBy && (
          <div className="mb-4">
            <Callout tone="warning" title={`${actedBy.label} acts as ${name}`}>
              What you do here is recorded under both names. You cannot change how they sign in.{" "}
              <Link href={`/account/${slug}/act-as`} className="rounded underline">
                Stop
              </Link>
            </Callout>
          </div>
        )}
        <div className="space-y-4">{children}</div>
      </main>
      <Footer account={account} />
    </div>
  );
}

function Footer({ account: { appearance } }: { account: OpenAccount }) {
  const links = [
    { label: "Terms", href: appearance.termsUrl },
    { label: "Privacy", href: appearance.privacyUrl },
  ].flatMap(({ label, href }) => (href ? [{ label, href }] : []));
  if (links.length === 0 && !appearance.poweredBy.account) return null;
  return (
    <footer className="mt-8 flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-faint">
      {links.map(({ label, href }) => (
        <a key={label} href={href} rel="noreferrer" className="rounded underline hover:text-ink">
          {label}
        </a>
      ))}
      {appearance.poweredBy.account && <span>Powered by Castellan</span>}
    </footer>
  );
}
