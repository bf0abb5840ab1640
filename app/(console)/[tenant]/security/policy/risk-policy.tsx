"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/components/data/trpc";
import { Form, NumberField, SelectField, SubmitButton } from "@/components/form/form";
import { Callout, Skeleton } from "@/components/ui/feedback";
import { Section } from "@/components/ui/page";
import { signals } from "@/server/domain/sign-in/score.schema";
import { QueryError } from "../../../_frame/query-error";
import { useAction } from "../../../_frame/use-action";
import { signalWords } from "../words";

const riskPolicy = async () => (await import("@/server/domain/risk/risk-policy.schema")).RiskPolicy;

/** What follows from risky sign-ins, and what makes them risky. */
export function RiskPolicyPage({ mayChange }: { mayChange: boolean }) {
  const trpc = useTRPC();
  const query = useQuery(trpc.risk.policy.queryOptions({}));
  const update = useAction(trpc.risk.updatePolicy.mutationOptions(), () => "The risk policy was saved.");
  return (
    <div className="grid max-w-5xl items-start gap-4 lg:grid-cols-2">
      <Section title="What follows" description="From the risk of a sign-in, from now on.">
        {query.isError ? (
          <QueryError error={query.error} retry={() => void query.refetch()} />
        ) : !query.data ? (
          <Skeleton className="h-48" />
        ) : !mayChange ? (
          <Callout tone="info">You can read this policy; changing it needs the right to manage risk.</Callout>
        ) : (
          <Form
            schema={riskPolicy}
            defaultValues={query.data}
            onSubmit={(values, seen) => update({ ...values, ...seen })}
          >
            <SelectField
              name="stepUpFrom"
              label="Ask for a second factor"
              hint="A code by mail or message serves where nothing is set up. A critical sign-in that cannot be asked for one is refused."
              options={[
                { value: "high", label: "From high risk on (score 50)" },
                { value: "critical", label: "At critical risk only (score 75)" },
                { value: "never", label: "Never because of risk" },
              ]}
            />
            <NumberField
              name="lockAfterCritical"
              label="Lock the account after"
              nullable
              min={1}
              max={20}
              hint="Critical sign-ins within a day that no second factor vouched for. Empty: risk locks nobody. Owners are never locked."
            />
            <NumberField
              name="lockMinutes"
              label="For minutes"
              nullable
              min={5}
              max={10_080}
              hint="Empty: until somebody unlocks it."
            />
            <SubmitButton>Save</SubmitButton>
          </Form>
        )}
      </Section>
      <Section
        title="What makes a sign-in risky"
        description="The score is the sum, 100 at most: medium from 25, high from 50, critical from 75."
        flush
      >
        <ul className="divide-y divide-line">
          {Object.entries(signals).map(([name, signal]) => (
            <li key={name} className="flex items-start justify-between gap-4 px-4 py-2">
              <div className="min-w-0">
                <p className="font-medium">{signalWords(name)}</p>
                <p className="text-sm text-ink-soft">{signal.tells}</p>
              </div>
              <span className="shrink-0 text-right tabular-nums">
                {signal.points}
                {"most" in signal && <span className="block text-sm text-ink-soft">to {signal.most}</span>}
              </span>
            </li>
          ))}
        </ul>
      </Section>
    </div>
  );
}
