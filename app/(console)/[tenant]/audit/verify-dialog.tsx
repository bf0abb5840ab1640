"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useExtracted } from "next-intl";
import { useState } from "react";
import * as z from "zod";
import { useTRPC } from "@/components/data/trpc";
import { Form, SubmitButton, TextField } from "@/components/form/form";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/feedback";
import { Dialog, DialogActions } from "@/components/ui/dialog/overlay";
import { Facts } from "@/components/ui/page/page";
import { Code } from "@/components/ui/text";
import type { ChainHead, Verdict } from "@/server/domain/audit/audit.schema";
import { must } from "@/server/kernel/strings/must";

/**
 * Text form of a seal, for copying and pasting: its position and its hash. A seal covers a group of events and the previous
 * seal.
 */
const sealText = ({ position, hash }: ChainHead) => `${position}:${hash}`;
const sealPattern = /^\s*([1-9]\d{0,14}):([0-9a-f]{64})\s*$/;

const VerifyForm = z.strictObject({
  known: z.string().refine((text) => text.trim() === "" || sealPattern.test(text), must("not_seal")),
});

const knownOf = (text: string): ChainHead | undefined => {
  const [, position, hash] = sealPattern.exec(text) ?? [];
  return hash === undefined ? undefined : { position: Number(position), hash };
};

/** Dialog that verifies the log against its seals and shows the result. */
export function VerifyDialog({ onClose }: { onClose: () => void }) {
  const t = useExtracted("audit");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const verify = async ({ known }: z.output<typeof VerifyForm>) => {
    setVerdict(null);
    // The stale time of 0 disables the cache, because each request must verify the log again.
    const options = trpc.audit.verify.queryOptions({ known: knownOf(known) }, { staleTime: 0 });
    setVerdict(await queries.fetchQuery(options));
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("Verify the audit log")}
      description={t(
        "Events are sealed soon after they happen. Each seal covers its events and the previous seal. Changing or removing an event later breaks the chain.",
      )}
      wide
    >
      <Form schema={VerifyForm} defaultValues={{ known: "" }} onSubmit={verify}>
        <TextField
          name="known"
          label={t("A seal that you kept (optional)")}
          placeholder="12:4f9a…"
          autoComplete="off"
          spellCheck={false}
          className="font-mono"
          hint={t("With it, the check also detects whether the end of the log was cut off since then.")}
        />
        <DialogActions>
          <Button onClick={onClose}>{t("Close")}</Button>
          <SubmitButton>{t("Verify the whole log")}</SubmitButton>
        </DialogActions>
      </Form>
      <div role="status" className="mt-4">
        {verdict && <Result verdict={verdict} />}
      </div>
    </Dialog>
  );
}

function Result({ verdict }: { verdict: Verdict }) {
  const t = useExtracted("audit");
  const { intact, sealedEvents, seals, waiting, removedThrough, head, problems } = verdict;
  return (
    <div className="space-y-3">
      {intact ? (
        <Callout tone="success" title={t("The log is intact")}>
          {t("No event was changed, removed or inserted.")}
        </Callout>
      ) : (
        <Callout tone="danger" title={t("The log was tampered with")}>
          <ul className="list-disc pl-4">
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </Callout>
      )}
      <div className="rounded-md border border-line">
        <Facts
          items={[
            {
              label: t("Covered"),
              value: t(
                "{events, plural, one {# event} other {# events}} under {seals, plural, one {# seal} other {# seals}}",
                { events: sealedEvents, seals },
              ),
            },
            {
              label: t("Not sealed yet"),
              value:
                waiting === 0
                  ? t("None")
                  : t("{count, number}: they were recorded a moment ago", { count: waiting }),
            },
            ...(removedThrough === null
              ? []
              : [
                  {
                    label: t("Retention"),
                    value: t("Removed the events of seal {seal, number} and earlier seals", {
                      seal: removedThrough,
                    }),
                  },
                ]),
            ...(head === null
              ? []
              : [
                  {
                    label: t("Latest seal"),
                    value: <Code text={sealText(head)} label={t("the latest seal")} />,
                  },
                ]),
          ]}
        />
      </div>
      {head && (
        <p className="text-sm text-ink-soft">
          {t("Copy the latest seal and keep it outside this system. Enter it here at the next check.")}
        </p>
      )}
    </div>
  );
}
