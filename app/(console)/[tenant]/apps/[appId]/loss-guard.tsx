"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useExtracted } from "next-intl";
import type { ReactNode } from "react";
import { useTRPC } from "@/components/data/trpc";
import { ConfirmDialog } from "@/components/ui/dialog/overlay";
import type { AccessChange, AccessLoss } from "@/server/domain/apps/console.schema";
import { useDecision } from "../../../_frame/use-decision";

interface Step {
  change: AccessChange;
  title: string;
  action: string;
  run: () => Promise<unknown>;
}

/**
 * Fetches the people who would lose access by a change. If nobody loses access, makes the change at once. Otherwise shows these
 * people and asks for a confirmation.
 */
export function useLossGuard(appId: number): { ask: (step: Step) => Promise<unknown>; dialog: ReactNode } {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const decision = useDecision<Step & { loss: AccessLoss }>();
  const { asked } = decision;
  const ask = async (step: Step) => {
    const loss = await queries.fetchQuery({
      ...trpc.apps.access.preview.queryOptions({ appId, change: step.change }),
      staleTime: 0,
    });
    return loss.peopleCount === 0 ? step.run() : decision.ask({ ...step, loss });
  };
  const dialog = (
    <ConfirmDialog {...decision.dialog} title={asked?.title ?? ""} action={asked?.action ?? ""} danger>
      {asked && <Losing loss={asked.loss} />}
    </ConfirmDialog>
  );
  return { ask, dialog };
}

function Losing({ loss: { peopleCount, signedInCount, people: named } }: { loss: AccessLoss }) {
  const t = useExtracted("apps");
  return (
    <>
      <p>
        {t.rich(
          "<strong>{count, plural, one {# person loses} other {# people lose}} access</strong> at once.",
          {
            count: peopleCount,
            strong: (chunks) => <strong className="font-semibold text-ink">{chunks}</strong>,
          },
        )}{" "}
        {t(
          "{count, plural, =0 {Nobody affected has authorized the app.} one {# affected person has authorized it: those tokens end.} other {# affected people have authorized it: those tokens end.}}",
          { count: signedInCount },
        )}
      </p>
      <ul
        className="max-h-56 divide-y divide-line overflow-y-auto rounded-md border border-line"
        tabIndex={0}
      >
        {named.map(({ userId, name, email }) => (
          <li key={userId} className="truncate px-3 py-1.5">
            <span className="text-ink">{name ?? email}</span>{" "}
            {name && <span className="text-sm text-ink-faint">{email}</span>}
          </li>
        ))}
        {peopleCount > named.length && (
          <li className="px-3 py-1.5 text-sm text-ink-faint">
            {t("and {count, plural, one {# person} other {# people}} more", {
              count: peopleCount - named.length,
            })}
          </li>
        )}
      </ul>
    </>
  );
}
