"use client";

import { Trash2, TriangleAlert } from "lucide-react";
import { useExtracted } from "next-intl";
import Link from "next/link";
import { useEffect, useRef, useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/button";
import { Badge } from "@/components/ui/feedback";
import { ConfirmDialog } from "@/components/ui/dialog/overlay";
import { Section } from "@/components/ui/page/page";
import { RelativeTime } from "@/components/ui/text";
import type { NamedAccessRule } from "@/server/domain/access-rules/access-rules.schema";
import { useAction } from "../../_frame/use-action";
import { useRuleSentence, useBlindSpot } from "./rule-sentence";
import { typeIn, useRuleTypes } from "./rule-types";

/** Scopes of rules, from the widest to the narrowest. */
export const scopes = ["org", "app", "tag", "user"] as const satisfies NamedAccessRule["scope"][];

/** Returns the title and the description of each scope. */
export function useScopeWords(): Record<NamedAccessRule["scope"], { title: string; description: string }> {
  const t = useExtracted("access-rules");
  return {
    org: { title: t("Everyone"), description: t("Rules of the whole organization.") },
    app: { title: t("Apps"), description: t("For sign-ins to one app.") },
    tag: { title: t("Tags"), description: t("For people who have a tag.") },
    user: { title: t("People"), description: t("For individual people.") },
  };
}

/**
 * Returns the address of the page of the rule's user or app. For a tag, returns the list of tags. Returns null if the rule
 * applies to the whole organization.
 */
function subjectHref(tenant: string, { userId, appId, tagId }: NamedAccessRule) {
  if (userId !== undefined) return `/${tenant}/users/${userId}`;
  if (appId !== undefined) return `/${tenant}/apps/${appId}`;
  return tagId === undefined ? null : `/${tenant}/tags`;
}

/** Lists the rules of one scope. Renders nothing if there are none. */
export function RuleGroup({
  tenant,
  words,
  rules,
  shown,
}: {
  tenant: string;
  words: { title: string; description: string };
  rules: NamedAccessRule[];
  /** Id of the rule to highlight, from the query of the page. */
  shown: number | null;
}) {
  const t = useExtracted("access-rules");
  const types = useRuleTypes();
  const ruleSentence = useRuleSentence();
  const blindSpot = useBlindSpot();
  const [removing, setRemoving] = useState<NamedAccessRule | null>(null);
  const remove = useAction(useTRPC().accessRules.remove.mutationOptions(), () => t("The rule was deleted."));
  if (rules.length === 0) return null;
  return (
    <Section title={words.title} description={words.description} flush>
      <ul className="divide-y divide-line" aria-label={words.title}>
        {rules.map((rule) => (
          <RuleItem
            key={rule.id}
            tenant={tenant}
            rule={rule}
            type={typeIn(types, rule.type)?.label ?? t("Unknown type")}
            sentence={ruleSentence(rule)}
            blindSpot={blindSpot(rule)}
            shown={rule.id === shown}
            onRemove={() => setRemoving(rule)}
          />
        ))}
      </ul>
      <ConfirmDialog
        open={removing !== null}
        onOpenChange={(open) => !open && setRemoving(null)}
        title={t("Delete this rule?")}
        action={t("Delete rule")}
        danger
        onConfirm={() => remove({ ruleId: removing!.id })}
      >
        <p>{removing && t("Rule: “{sentence}”", { sentence: ruleSentence(removing) })}</p>
        <p>{t("It stops applying at the next sign-in. Other rules do not change.")}</p>
      </ConfirmDialog>
    </Section>
  );
}

function RuleItem({
  tenant,
  rule,
  type,
  sentence,
  blindSpot,
  shown,
  onRemove,
}: {
  tenant: string;
  rule: NamedAccessRule;
  /** Label of the rule's type. `sentence` describes the rule. `blindSpot` describes missing location data. */
  type: string;
  sentence: string;
  blindSpot: string | null;
  shown: boolean;
  onRemove: () => void;
}) {
  const t = useExtracted("access-rules");
  const href = subjectHref(tenant, rule);
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (shown) item.current?.scrollIntoView({ block: "center" });
  }, [shown]);
  return (
    <li
      ref={item}
      {...(shown && { "aria-current": true })}
      className={cn(
        "flex items-start gap-3 px-4 py-2.5",
        shown && "rounded outline-2 -outline-offset-2 outline-accent",
      )}
    >
      <div className="min-w-0 flex-1">
        <p className="break-words" suppressHydrationWarning>
          {sentence}
        </p>
        {blindSpot && (
          <p className="mt-0.5 flex items-start gap-1.5 text-sm text-warning-text">
            <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
            {blindSpot}
          </p>
        )}
        <p className="mt-0.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-soft">
          <Badge>{type}</Badge>
          {href && rule.about && (
            <Link href={href} className="max-w-56 truncate rounded text-accent-text hover:underline">
              {rule.about}
            </Link>
          )}
          {rule.reason && <span className="min-w-0 break-words">{rule.reason}</span>}
          {rule.expiresAt && (
            <span>
              {t.rich("Expires <time></time>", { time: () => <RelativeTime at={rule.expiresAt!} /> })}
            </span>
          )}
          <span className="text-ink-faint">
            {t.rich("Created <time></time>", { time: () => <RelativeTime at={rule.createdAt} /> })}
          </span>
        </p>
      </div>
      <IconButton
        label={t("Delete the rule: {sentence}", { sentence })}
        title={t("Delete")}
        onClick={onRemove}
      >
        <Trash2 />
      </IconButton>
    </li>
  );
}
