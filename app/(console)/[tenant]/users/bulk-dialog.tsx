"use client";

import { useQuery } from "@tanstack/react-query";
import { useExtracted } from "next-intl";
import { useState } from "react";
import { useSaid } from "@/components/said";
import { toast } from "@/components/toast";
import { useTRPCClient } from "@/components/data/trpc";
import { Button } from "@/components/ui/button";
import { Callout, Skeleton } from "@/components/ui/feedback";
import { Dialog, DialogActions } from "@/components/ui/overlay";
import { undoOf, useBulkWords, type BulkStep } from "./bulk-words";
import { BULK_PLAN, useBulk, type BulkResult } from "./use-bulk";

/** Tells whom a step concerns and what it ends, does it, and tells whom it was refused for. */
export function BulkDialog({
  step: { action, name },
  userIds,
  onClose,
}: {
  step: BulkStep;
  userIds: number[];
  onClose: () => void;
}) {
  const t = useExtracted("users");
  const said = useSaid();
  const bulkWords = useBulkWords();
  const client = useTRPCClient();
  const run = useBulk();
  const words = bulkWords[action.do];
  const [finished, setFinished] = useState<number | null>(null);
  const [refused, setRefused] = useState<BulkResult["refused"]>([]);
  const [failure, setFailure] = useState<string | null>(null);
  const plan = useQuery({
    queryKey: [BULK_PLAN, action, userIds],
    queryFn: () => client.usersBulk.plan.mutate({ action, userIds }),
    // What is being done must not change the numbers that were agreed to.
    staleTime: Infinity,
    gcTime: 0,
  });
  const concerned = plan.data?.userIds ?? [];
  const others = userIds.length - concerned.length;
  const running = finished !== null;

  function undoable(done: number[]) {
    const back = undoOf(action);
    if (back === null || done.length === 0) return {};
    return { action: { label: t("Undo"), onClick: () => void undo(done, back) } };
  }
  async function undo(done: number[], back: typeof action) {
    try {
      const result = await run(back, done);
      toast.success(bulkWords[back.do].done(result.done.length, name));
    } catch (error) {
      toast.refused(error);
    }
  }
  async function confirm() {
    setFinished(0);
    setFailure(null);
    try {
      const result = await run(action, concerned, setFinished);
      if (result.done.length > 0) toast.success(words.done(result.done.length, name), undoable(result.done));
      if (result.refused.length === 0) onClose();
      else setRefused(result.refused);
    } catch (error) {
      setFailure((error as Error).message);
    }
    setFinished(null);
  }

  if (refused.length > 0)
    return (
      <Dialog
        open
        onOpenChange={onClose}
        title={t("Refused for {count, plural, one {# person} other {# people}}", { count: refused.length })}
      >
        <ul className="max-h-80 space-y-1 overflow-y-auto text-sm">
          {refused.map(({ id, problem }) => (
            <li key={id} className="flex gap-3">
              <span className="w-24 shrink-0 text-ink-faint">
                {t("User {userId}", { userId: String(id) })}
              </span>
              <span className="min-w-0 break-words">{said(problem)}</span>
            </li>
          ))}
        </ul>
        <DialogActions>
          <Button onClick={onClose}>{t("Close")}</Button>
        </DialogActions>
      </Dialog>
    );
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !running) onClose();
      }}
      title={plan.data ? words.title(concerned.length, name) : words.button}
      sticky={running}
    >
      {plan.error && <Callout tone="danger">{plan.error.message}</Callout>}
      {failure && (
        <Callout tone="danger">
          {failure} {t("What was done before stays.")}
        </Callout>
      )}
      {plan.isPending && <Skeleton className="h-10" />}
      {plan.data && (
        <div className="space-y-2">
          {concerned.length === 0 && <p>{t("Nothing would change for anybody who is selected.")}</p>}
          {concerned.length > 0 && words.explains && <p>{words.explains}</p>}
          {plan.data.sessions > 0 && (
            <p>
              {t("{count, plural, one {# live session ends} other {# live sessions end}} now.", {
                count: plan.data.sessions,
              })}
            </p>
          )}
          {others > 0 && <p className="text-ink-soft">{words.others(others)}</p>}
          {running && (
            <div
              role="progressbar"
              aria-label={t("People done")}
              aria-valuemin={0}
              aria-valuemax={concerned.length}
              aria-valuenow={Math.min(finished, concerned.length)}
              className="h-2 overflow-hidden rounded-full bg-sunken"
            >
              <div
                className="h-full bg-accent transition-[width]"
                style={{ width: `${Math.min(100, (finished / concerned.length) * 100)}%` }}
              />
            </div>
          )}
        </div>
      )}
      <DialogActions>
        <Button onClick={onClose} disabled={running}>
          {t("Cancel")}
        </Button>
        <Button
          variant={words.danger ? "danger" : "primary"}
          disabled={concerned.length === 0}
          loading={running}
          onClick={() => void confirm()}
        >
          {words.button}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
