"use client";

import { useMutation } from "@tanstack/react-query";
import { UserSearch } from "lucide-react";
import { useExtracted } from "next-intl";
import { useEffect, useEffectEvent, useRef } from "react";
import { useTRPC } from "@/components/data/trpc";
import { Button } from "@/components/ui/button";
import { Callout, Spinner } from "@/components/ui/feedback";
import { RelativeTime } from "@/components/ui/text";
import type { CountryRestriction } from "@/server/domain/access-rules/access-rules.schema";
import { PREVIEW_DAYS } from "@/server/domain/access-rules/preview-days.schema";
import type { DraftPreview } from "@/server/domain/access-rules/preview.schema";
import type { PreviewState } from "./use-rule-preview";

/** Moves the focus to the result. The result replaces the button that had the focus. */
const takeFocus = (element: HTMLElement | null) => element?.focus();

/**
 * Shows a button, then the recent sign-ins that a draft rule would have refused. `result` is null before the administrator
 * presses the button. Use the draft as React key.
 */
export function AskPreview({ result, onAsk }: { result: PreviewState | null; onAsk: () => void }) {
  const t = useExtracted("access-rules");
  return result ? (
    <div ref={takeFocus} tabIndex={-1} className="rounded">
      <Answer {...result} />
    </div>
  ) : (
    <Button onClick={onAsk}>
      <UserSearch aria-hidden />
      {t("Who would this refuse?")}
    </Button>
  );
}

/** Shows the recent sign-ins that a country restriction would have refused. Use the draft as React key. */
export function PreviewOf({ restriction }: { restriction: CountryRestriction }) {
  const { mutate, data, error } = useMutation(useTRPC().accessRules.preview.mutationOptions());
  const ask = useEffectEvent(() => mutate({ restriction }));
  // Runs once for each draft, because the draft is the React key of this component.
  useEffect(() => ask(), []);
  return <Answer data={data} error={error} />;
}

/** Shows the result and announces it to screen readers. Scrolls to the result, because it is below the fields. */
function Answer({ data, error }: PreviewState) {
  const t = useExtracted("access-rules");
  const shown = useRef<HTMLDivElement>(null);
  const hasCome = data !== undefined || error !== null;
  useEffect(() => {
    if (hasCome) shown.current?.scrollIntoView({ block: "nearest" });
  }, [hasCome]);
  return (
    <div ref={shown} role="status" className="scroll-my-4">
      {error ? (
        <Callout tone="danger">{error.message}</Callout>
      ) : data ? (
        <Preview preview={data} />
      ) : (
        <p className="flex items-center gap-2 text-sm text-ink-soft">
          <Spinner />
          {t("Checking the sign-ins of the last {days, number} days…", { days: PREVIEW_DAYS })}
        </p>
      )}
    </div>
  );
}

function Preview({ preview }: { preview: DraftPreview }) {
  const t = useExtracted("access-rules");
  const { days, signIns, people, complete, refused, refusesYou, youAreExempt, examples } = preview;
  const basis = complete
    ? t(
        "Of the {signIns, plural, one {# successful sign-in} other {# successful sign-ins}} of the last {days, number} days, by {people, plural, one {# person} other {# people}}.",
        { signIns, days, people },
      )
    : t(
        "Of the newest {signIns, plural, one {# successful sign-in} other {# successful sign-ins}} of the last {days, number} days, by {people, plural, one {# person} other {# people}}.",
        { signIns, days, people },
      );
  if (signIns === 0)
    return (
      <Callout title={t("Nothing to compare with")}>
        {t("Nobody has signed in to an app in the last {days, number} days.", { days })}
      </Callout>
    );
  if (refused.signIns === 0)
    return (
      <Callout tone="success" title={t("No sign-in would have been refused")}>
        {basis}
      </Callout>
    );
  return (
    <div className="space-y-2">
      {refusesYou &&
        (youAreExempt ? (
          <Callout title={t("It would refuse sign-ins of yours to apps")}>
            {t("Access rules do not apply to owners at this console. You can still sign in here.")}
          </Callout>
        ) : (
          <Callout tone="danger" title={t("It would refuse you")}>
            {t("A sign-in of your own is among them: you could lock yourself out.")}
          </Callout>
        ))}
      <Callout
        tone="warning"
        title={t(
          "It would have refused {signIns, plural, one {# sign-in} other {# sign-ins}} of {people, plural, one {# person} other {# people}}",
          refused,
        )}
      >
        {basis}
      </Callout>
      <ul className="divide-y divide-line rounded-md border border-line">
        {examples.map((example) => (
          <li key={example.userId} className="px-3 py-1.5 text-sm">
            <p className="flex items-baseline justify-between gap-3">
              <span className="min-w-0 truncate font-medium">{example.name ?? example.email}</span>
              <span className="shrink-0 text-ink-faint">
                {t.rich("{count, plural, one {# sign-in} other {# sign-ins}}, the latest <time></time>", {
                  count: example.signIns,
                  time: () => <RelativeTime at={example.lastAt} />,
                })}
              </span>
            </p>
            <p className="break-words text-ink-soft">{example.why}</p>
          </li>
        ))}
      </ul>
      {refused.people > examples.length && (
        <p className="text-sm text-ink-faint">
          {t("and {count, plural, one {# more person} other {# more people}}", {
            count: refused.people - examples.length,
          })}
        </p>
      )}
    </div>
  );
}
