"use client";

import { useQuery } from "@tanstack/react-query";
import { useExtracted } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { Form, NumberField, SelectField, SubmitButton } from "@/components/form/form";
import { Callout } from "@/components/ui/feedback";
import { Section } from "@/components/ui/page/page";
import { signals } from "@/server/domain/sign-in/score.schema";
import { NotLoaded } from "../../../_frame/records/not-loaded";
import { useAction } from "../../../_frame/use-action";
import { useSignalHints, useSignalWords } from "../words";

const riskPolicy = async () => (await import("@/server/domain/risk/risk-policy.schema")).RiskPolicy;

/** Settings for risky sign-ins: the signals, and the reaction to each risk tier. */
export function RiskPolicyPage({ mayChange }: { mayChange: boolean }) {
  const t = useExtracted("security");
  const signalHints = useSignalHints();
  const signalWords = useSignalWords();
  const trpc = useTRPC();
  const query = useQuery(trpc.risk.policy.queryOptions({}));
  const update = useAction(trpc.risk.updatePolicy.mutationOptions(), () => t("The risk policy was saved."));
  return (
    <div className="grid max-w-5xl items-start gap-4 lg:grid-cols-2">
      <Section
        title={t("Risk response")}
        description={t("Actions based on the risk of a sign-in, from now on.")}
      >
        {!query.data ? (
          <NotLoaded query={query} className="h-48" />
        ) : !mayChange ? (
          <Callout tone="info">
            {t("You can read this policy. Changing it requires the right to manage risk.")}
          </Callout>
        ) : (
          <Form
            schema={riskPolicy}
            defaultValues={query.data}
            onSubmit={(values, seen) => update({ ...values, ...seen })}
          >
            <SelectField
              name="stepUpFrom"
              label={t("Ask for a second factor")}
              hint={t(
                "If none is set up, a code by e-mail or text message is used. A critical sign-in is refused if no second factor can be requested.",
              )}
              options={[
                { value: "high", label: t("From high risk on (score 50)") },
                { value: "critical", label: t("At critical risk only (score 75)") },
                { value: "never", label: t("Never because of risk") },
              ]}
            />
            <NumberField
              name="lockAfterCritical"
              label={t("Lock the account after")}
              nullable
              min={1}
              max={20}
              hint={t(
                "Critical sign-ins within a day that were not confirmed by a second factor. Empty: risk locks no account. Owners are never locked.",
              )}
            />
            <NumberField
              name="lockMinutes"
              label={t("Lock duration (minutes)")}
              nullable
              min={5}
              max={10_080}
              hint={t("Empty: until the account is unlocked.")}
            />
            <SubmitButton>{t("Save")}</SubmitButton>
          </Form>
        )}
      </Section>
      <Section
        title={t("Risk signals")}
        description={t("The score is the sum, 100 at most: medium from 25, high from 50, critical from 75.")}
        flush
      >
        <ul className="divide-y divide-line">
          {Object.entries(signals).map(([name, signal]) => (
            <li key={name} className="flex items-start justify-between gap-4 px-4 py-2">
              <div className="min-w-0">
                <p className="font-medium">{signalWords[name] ?? name}</p>
                <p className="text-sm text-ink-soft">{signalHints[name]}</p>
              </div>
              <span className="shrink-0 text-right tabular-nums">
                {signal.points}
                {"most" in signal && (
                  <span className="block text-sm text-ink-soft">
                    {t("to {most, number}", { most: signal.most })}
                  </span>
                )}
              </span>
            </li>
          ))}
        </ul>
      </Section>
    </div>
  );
}
