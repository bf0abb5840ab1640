"use client";

import { useQuery } from "@tanstack/react-query";
import { Users } from "lucide-react";
import { useExtracted } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { cn } from "@/components/ui/cn";
import { EmptyState } from "@/components/ui/feedback";
import { Section } from "@/components/ui/page/page";
import { useDateLocale } from "@/components/ui/format/use-date-locale";
import { NotLoaded } from "../../../_frame/records/not-loaded";

interface Share {
  label: string;
  hint: string;
  count: number;
  /** True if a higher percentage is better. */
  good: boolean;
}

/** Shows the percentages of active users with each kind of credential protection. */
export function CredentialHealth() {
  const t = useExtracted("security");
  const query = useQuery(useTRPC().risk.credentialHealth.queryOptions({}));
  if (!query.data) return <NotLoaded query={query} className="h-40" />;
  const health = query.data;
  if (health.totalUsers === 0)
    return (
      <div className="rounded-lg border border-line bg-surface">
        <EmptyState icon={Users} title={t("No active people yet")} />
      </div>
    );
  const protections: Share[] = [
    {
      label: t("Second factor"),
      hint: t("An authenticator app, a passkey, or a code by e-mail or text message."),
      count: health.withMfa,
      good: true,
    },
    {
      label: t("Passkey"),
      hint: t("Cannot be phished or guessed."),
      count: health.withPasskey,
      good: true,
    },
    {
      label: t("Verified e-mail address"),
      hint: t("Needed to regain access when a password is lost."),
      count: health.withVerifiedEmail,
      good: true,
    },
  ];
  const weaknesses: Share[] = [
    {
      label: t("Weak password"),
      hint: t("Did not meet the password policy when it was last entered."),
      count: health.weakPasswords,
      good: false,
    },
    {
      label: t("Old password"),
      hint: t("Not changed for a year."),
      count: health.stalePasswords,
      good: false,
    },
    {
      label: t("No second factor"),
      hint: t("A stolen password is enough to sign in."),
      count: health.withoutMfa,
      good: false,
    },
  ];
  const total = health.totalUsers;
  return (
    <div className="space-y-4">
      <p className="text-ink-soft">
        {t(
          "Of {total, plural, one {# active person} other {# active people}}; {withPassword, plural, one {# has} other {# have}} a password.",
          { total, withPassword: health.withPassword },
        )}
      </p>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Shares title={t("Protection")} shares={protections} total={total} />
        <Shares title={t("Weaknesses")} shares={weaknesses} total={total} />
      </div>
    </div>
  );
}

function Shares({ title, shares, total }: { title: string; shares: Share[]; total: number }) {
  const locale = useDateLocale();
  return (
    <Section title={title} flush>
      <dl className="divide-y divide-line">
        {shares.map(({ label, hint, count, good }) => {
          const percent = Math.round((count / total) * 100);
          return (
            <div key={label} className="px-4 py-3">
              <dt className="flex items-baseline justify-between gap-3">
                <span className="font-medium">{label}</span>
              </dt>
              <dd>
                <span className="flex items-baseline justify-between gap-3 text-sm">
                  <span className="text-ink-soft">{hint}</span>
                  <span className="shrink-0 tabular-nums">
                    {count.toLocaleString(locale)} <span className="text-ink-faint">({percent} %)</span>
                  </span>
                </span>
                <span aria-hidden className="mt-2 block h-1.5 overflow-hidden rounded-full bg-sunken">
                  <span
                    className={cn("block h-full rounded-full", good ? "bg-accent" : "bg-danger")}
                    style={{ width: `${percent}%` }}
                  />
                </span>
              </dd>
            </div>
          );
        })}
      </dl>
    </Section>
  );
}
