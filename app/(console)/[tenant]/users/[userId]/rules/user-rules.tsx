"use client";

import { useQuery } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useExtracted, useLocale } from "next-intl";
import { useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import { IconButton } from "@/components/ui/button";
import { LinkButton } from "@/components/ui/link-button";
import { ConfirmDialog } from "@/components/ui/dialog/overlay";
import { Section } from "@/components/ui/page/page";
import { RelativeTime } from "@/components/ui/text";
import { countryName } from "@/server/kernel/strings/place-names";
import type { RulesOfPerson } from "@/server/domain/access-rules/access-rules.schema";
import { NotLoaded } from "../../../../_frame/records/not-loaded";
import { useAction } from "../../../../_frame/use-action";

type Rule = RulesOfPerson["rules"][number];

/** Lists the access rules that apply to a user's sign-ins. The administrator can delete the rules whose scope is this user. */
export function UserRules({ tenant, userId }: { tenant: string; userId: number }) {
  const t = useExtracted("users");
  const locale = useLocale();
  const trpc = useTRPC();
  const query = useQuery(trpc.accessRules.ofPerson.queryOptions({ userId }));
  const [asked, setAsked] = useState<Rule | null>(null);
  const remove = useAction(trpc.accessRules.remove.mutationOptions(), () => t("The rule was deleted."));
  if (!query.data) return <NotLoaded query={query} className="h-40" />;
  const { rules, restriction } = query.data;
  const own = rules.filter(({ scope }) => scope === "user");
  const wider = rules.filter(({ scope }) => scope !== "user");
  const all = (
    <LinkButton size="sm" href={`/${tenant}/access-rules`}>
      {t("All access rules")}
    </LinkButton>
  );
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Section title={t("For this person")} flush actions={all}>
        {own.length === 0 ? (
          <p className="px-4 py-3 text-ink-soft">
            {t("No rules for this user only. Create them under Access rules.")}
          </p>
        ) : (
          <ul className="divide-y divide-line">
            {own.map((rule) => (
              <li key={rule.ruleId} className="flex items-start justify-between gap-3 px-4 py-2.5">
                <RuleWords rule={rule} />
                <IconButton
                  label={t("Delete the rule: {rule}", { rule: rule.words })}
                  onClick={() => setAsked(rule)}
                >
                  <Trash2 />
                </IconButton>
              </li>
            ))}
          </ul>
        )}
      </Section>
      <Section
        title={t("For several users")}
        description={t("A rule for one user never loosens these rules. All must be satisfied.")}
        flush
      >
        <ul className="divide-y divide-line">
          <li className="px-4 py-2.5">
            {restriction.mode === "disabled"
              ? t("People may sign in from every country.")
              : restriction.mode === "allow"
                ? t("Only from {countries}", {
                    countries: restriction.countries.map((code) => countryName(code, locale)).join(", "),
                  })
                : t("Not from {countries}", {
                    countries: restriction.countries.map((code) => countryName(code, locale)).join(", "),
                  })}
            <span className="block text-sm text-ink-faint">
              {t("The organization’s country restriction")}
            </span>
          </li>
          {wider.map((rule) => (
            <li key={rule.ruleId} className="px-4 py-2.5">
              <RuleWords rule={rule} />
            </li>
          ))}
        </ul>
      </Section>
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={() => setAsked(null)}
        title={t("Delete this rule?")}
        action={t("Delete rule")}
        danger
        onConfirm={async () => asked && remove({ ruleId: asked.ruleId })}
      >
        <p>
          {t("“{rule}” no longer applies to this user from the next sign-in on.", {
            rule: asked?.words ?? "",
          })}
        </p>
      </ConfirmDialog>
    </div>
  );
}

function RuleWords({ rule }: { rule: Rule }) {
  const t = useExtracted("users");
  const { expiresAt } = rule;
  return (
    <span className="min-w-0 break-words">
      {rule.words}
      {rule.reason && (
        <span className="block text-sm text-ink-soft">{t("Reason: {reason}", { reason: rule.reason })}</span>
      )}
      <span className="block text-sm text-ink-faint">
        {rule.scope === "org" && t("For everyone")}
        {rule.scope === "tag" && t("For people with the tag {tag}", { tag: rule.tagName ?? "" })}
        {expiresAt && (
          <>
            {rule.scope !== "user" && " · "}
            {t.rich("ends <when></when>", { when: () => <RelativeTime at={expiresAt} /> })}
          </>
        )}
      </span>
    </span>
  );
}
