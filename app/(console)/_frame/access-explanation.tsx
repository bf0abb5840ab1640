"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleDashed, CircleX, Info, type LucideIcon } from "lucide-react";
import Link from "next/link";
import { useTRPC } from "@/components/data/trpc";
import { Callout, Skeleton } from "@/components/ui/feedback";
import { cn } from "@/components/ui/cn";
import type { AccessExplanation, AccessFact, ExplainInput } from "@/server/domain/apps/explain.schema";
import { QueryError } from "./query-error";

const effects: Record<AccessFact["effect"], { icon: LucideIcon; word: string; tone: string }> = {
  allows: { icon: CircleCheck, word: "Allows", tone: "text-accent-text" },
  refuses: { icon: CircleX, word: "Refuses", tone: "text-danger-text" },
  depends: { icon: CircleDashed, word: "Depends", tone: "text-warning-text" },
  notes: { icon: Info, word: "Note", tone: "text-ink-faint" },
};

/** Where a fact can be looked at and changed. */
const placeOf = (
  tenant: string,
  { about }: AccessFact,
  { appId, userId }: AccessExplanation,
): { href: string; label: string } => {
  switch (about) {
    case "app":
      return { href: `/${tenant}/apps/${appId}/access`, label: "App" };
    case "user":
      return { href: `/${tenant}/users/${userId}`, label: "Person" };
    case "tags":
      return { href: `/${tenant}/users/${userId}/tags`, label: "Tags" };
    case "rules":
    case "restriction":
      return { href: `/${tenant}/access-rules`, label: "Access rules" };
  }
};

const verdicts = {
  allowed: { tone: "success", words: (who: string, app: string) => `Yes: ${who} could open ${app} now` },
  refused: { tone: "danger", words: (who: string, app: string) => `No: ${who} cannot open ${app} now` },
  depends: {
    tone: "warning",
    words: (who: string, app: string) => `It depends whether ${who} could open ${app} now`,
  },
} as const;

/** Whether someone could open an app now, with every fact that decides and a link to where it is decided. */
export function AccessAnswer({ tenant, input }: { tenant: string; input: ExplainInput }) {
  const query = useQuery(
    useTRPC().apps.access.explain.queryOptions(input, { placeholderData: keepPreviousData, staleTime: 0 }),
  );
  if (query.isError) return <QueryError error={query.error} retry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton className="h-24" />;
  const answer = query.data;
  const { tone, words } = verdicts[answer.verdict];
  return (
    <div
      className={cn("space-y-3 transition-opacity", query.isPlaceholderData && "opacity-60")}
      aria-live="polite"
    >
      <Verdict tone={tone} title={words(answer.personName, answer.appName)} />
      <ul className="divide-y divide-line rounded-md border border-line">
        {answer.facts.map((fact) => {
          const { icon: Icon, word, tone: color } = effects[fact.effect];
          const place = placeOf(tenant, fact, answer);
          return (
            <li key={`${fact.about} ${fact.text}`} className="flex items-start gap-2.5 px-3 py-2">
              <Icon aria-hidden className={cn("mt-0.5 size-4 shrink-0", color)} />
              <span className="min-w-0 flex-1 break-words">
                <span className="sr-only">{word}: </span>
                {fact.text}
              </span>
              <Link href={place.href} className="shrink-0 rounded text-sm text-accent-text hover:underline">
                {place.label}
              </Link>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

const Verdict = ({ tone, title }: { tone: "success" | "danger" | "warning"; title: string }) => (
  <Callout tone={tone} title={title} />
);
