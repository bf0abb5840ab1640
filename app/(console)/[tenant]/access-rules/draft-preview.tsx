"use client";

import { useMutation } from "@tanstack/react-query";
import { UserSearch } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import { Button } from "@/components/ui/button";
import { Callout, Spinner } from "@/components/ui/feedback";
import { RelativeTime } from "@/components/ui/text";
import type { CountryRestriction, NewAccessRule } from "@/server/domain/access-rules/access-rules.schema";
import type { DraftPreview } from "@/server/domain/access-rules/preview.schema";

export type Draft = { rule: NewAccessRule } | { restriction: CountryRestriction };

/** The answer comes in the place of its button, and takes the focus over. */
const takeFocus = (element: HTMLElement | null) => element?.focus();

/** Asks whom a draft would have refused, when the reader wants to know. Key it by the draft. */
export function AskPreview({ draft }: { draft: Draft }) {
  const [asked, setAsked] = useState(false);
  return asked ? (
    <div ref={takeFocus} tabIndex={-1} className="rounded">
      <PreviewOf draft={draft} />
    </div>
  ) : (
    <Button onClick={() => setAsked(true)}>
      <UserSearch aria-hidden />
      Who would this refuse?
    </Button>
  );
}

/** Whom a draft would have refused lately. Key it by the draft. */
export function PreviewOf({ draft }: { draft: Draft }) {
  const { mutate, data, error } = useMutation(useTRPC().accessRules.preview.mutationOptions());
  const ask = useEffectEvent(() => mutate(draft));
  // Once: another draft is another element.
  useEffect(() => ask(), []);
  if (error) return <Callout tone="danger">{error.message}</Callout>;
  if (!data)
    return (
      <p role="status" className="flex items-center gap-2 text-sm text-ink-soft">
        <Spinner />
        Looking at the sign-ins of the last 30 days…
      </p>
    );
  return <Preview preview={data} />;
}

const counted = (count: number, one: string, many = `${one}s`) =>
  `${count.toLocaleString("en")} ${count === 1 ? one : many}`;

function Preview({ preview }: { preview: DraftPreview }) {
  const { days, signIns, people, complete, refused, refusesYou, examples } = preview;
  const basis = `${complete ? "the" : "the newest"} ${counted(signIns, "successful sign-in")} of the last ${days} days, by ${counted(people, "person", "people")}`;
  if (signIns === 0)
    return (
      <Callout title="Nothing to compare with">
        Nobody has signed in to an app in the last {days} days.
      </Callout>
    );
  if (refused.signIns === 0)
    return (
      <Callout tone="success" title="It would have refused nobody">
        Of {basis}.
      </Callout>
    );
  return (
    <div className="space-y-2" role="status">
      {refusesYou && (
        <Callout tone="danger" title="It would refuse you">
          A sign-in of your own is among them: you could lock yourself out.
        </Callout>
      )}
      <Callout
        tone="warning"
        title={`It would have refused ${counted(refused.signIns, "sign-in")} of ${counted(refused.people, "person", "people")}`}
      >
        Of {basis}.
      </Callout>
      <ul className="divide-y divide-line rounded-md border border-line">
        {examples.map((example) => (
          <li key={example.userId} className="px-3 py-1.5 text-sm">
            <p className="flex items-baseline justify-between gap-3">
              <span className="min-w-0 truncate font-medium">{example.name ?? example.email}</span>
              <span className="shrink-0 text-ink-faint">
                {counted(example.signIns, "sign-in")}, last <RelativeTime at={example.lastAt} />
              </span>
            </p>
            <p className="break-words text-ink-soft">{example.why}</p>
          </li>
        ))}
      </ul>
      {refused.people > examples.length && (
        <p className="text-sm text-ink-faint">
          and {counted(refused.people - examples.length, "more person", "more people")}
        </p>
      )}
    </div>
  );
}
