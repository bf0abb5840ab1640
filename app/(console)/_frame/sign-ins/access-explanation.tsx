"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleDashed, CircleX, Info, type LucideIcon } from "lucide-react";
import { useExtracted } from "next-intl";
import Link from "next/link";
import { useTRPC } from "@/components/data/trpc";
import { Callout } from "@/components/ui/feedback";
import { cn } from "@/components/ui/cn";
import type {
  AccessExplanation,
  AccessFact,
  ExplainInput,
} from "@/server/domain/access-explanation/explain.schema";
import { NotLoaded } from "../records/not-loaded";

const looks: Record<AccessFact["effect"], { icon: LucideIcon; tone: string }> = {
  allows: { icon: CircleCheck, tone: "text-accent-text" },
  refuses: { icon: CircleX, tone: "text-danger-text" },
  depends: { icon: CircleDashed, tone: "text-warning-text" },
  notes: { icon: Info, tone: "text-ink-faint" },
};

function useEffectWords(): Record<AccessFact["effect"], string> {
  const t = useExtracted("console");
  return { allows: t("Allows"), refuses: t("Refuses"), depends: t("Depends"), notes: t("Note") };
}

/** Returns the console pages where the administrator can see and change the reasons of an explanation. */
function usePlaces(
  tenant: string,
  { appId, userId }: Pick<AccessExplanation, "appId" | "userId">,
): Record<AccessFact["about"], { href: string; label: string }> {
  const t = useExtracted("console");
  const rules = { href: `/${tenant}/access-rules`, label: t("Access rules") };
  return {
    app: { href: `/${tenant}/apps/${appId}/access`, label: t("App") },
    user: { href: `/${tenant}/users/${userId}`, label: t("Person") },
    tags: { href: `/${tenant}/users/${userId}/tags`, label: t("Tags") },
    rules,
    restriction: rules,
  };
}

const verdictTones = { allowed: "success", refused: "danger", depends: "warning" } as const;

/** Returns the verdict of an explanation as a sentence. */
function useVerdict({ verdict, personName: person, appName: app }: AccessExplanation) {
  const t = useExtracted("console");
  switch (verdict) {
    case "allowed":
      return t("Yes: {person} could open {app} now", { person, app });
    case "refused":
      return t("No: {person} cannot open {app} now", { person, app });
    case "depends":
      return t("It depends: {person} may be able to open {app} now", { person, app });
  }
}

/** Shows if a user could open an app now. Lists the reasons with links to the related settings. */
export function AccessAnswer({ tenant, input }: { tenant: string; input: ExplainInput }) {
  const query = useQuery(
    useTRPC().apps.access.explain.queryOptions(input, { placeholderData: keepPreviousData, staleTime: 0 }),
  );
  if (!query.data) return <NotLoaded query={query} className="h-24" />;
  return (
    <div
      className={cn("space-y-3 transition-opacity", query.isPlaceholderData && "opacity-60")}
      aria-live="polite"
    >
      <Answer tenant={tenant} answer={query.data} />
    </div>
  );
}

function Answer({ tenant, answer }: { tenant: string; answer: AccessExplanation }) {
  const words = useEffectWords();
  const places = usePlaces(tenant, answer);
  return (
    <>
      <Callout tone={verdictTones[answer.verdict]} title={useVerdict(answer)} />
      <ul className="divide-y divide-line rounded-md border border-line">
        {answer.facts.map((fact) => {
          const { icon: Icon, tone } = looks[fact.effect];
          const place = places[fact.about];
          return (
            <li key={`${fact.about} ${fact.text}`} className="flex items-start gap-2.5 px-3 py-2">
              <Icon aria-hidden className={cn("mt-0.5 size-4 shrink-0", tone)} />
              <span className="min-w-0 flex-1 break-words">
                <span className="sr-only">{words[fact.effect]}: </span>
                {fact.text}
              </span>
              <Link href={place.href} className="shrink-0 rounded text-sm text-accent-text hover:underline">
                {place.label}
              </Link>
            </li>
          );
        })}
      </ul>
    </>
  );
}
