"use client";

import { CircleCheck, Play, Square, TriangleAlert, Undo2, X } from "lucide-react";
import { useExtracted } from "next-intl";
import { useState } from "react";
import { toast } from "@/components/toast";
import { useTRPC } from "@/components/data/trpc";
import { lateDialog } from "@/components/ui/dialog/late-dialog";
import { Button, IconButton } from "@/components/ui/button";
import { ProgressBar } from "@/components/ui/progress-bar";
import type { BulkJob } from "@/server/domain/bulk-jobs/bulk-jobs.schema";
import { undoOf } from "@/server/domain/users/bulk.schema";
import { usePersonName } from "../../_frame/people/person-cell";
import { useAction } from "../../_frame/use-action";
import { useBulkProgress, useBulkWords } from "./bulk-words";
import { usePutAway } from "./use-bulk-jobs";

const BulkRefusals = lateDialog(() => import("./bulk-refusals").then((module) => module.BulkRefusals));

/** Lists the running bulk actions and the recently ended ones. */
export function BulkStrip({ jobs }: { jobs: BulkJob[] }) {
  const t = useExtracted("users");
  return (
    <section aria-label={t("Bulk actions")} className="mb-4">
      <ul className="space-y-2">
        {jobs.map((job) => (
          <li key={job.jobId} className="rounded-lg border border-line bg-surface px-3 py-2 text-sm">
            {job.status === "running" ? <Running job={job} /> : <Ended job={job} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Running({ job }: { job: BulkJob }) {
  const t = useExtracted("users");
  const words = useBulkWords()[job.action.do];
  const personName = usePersonName();
  const { done, of, text } = useBulkProgress()(job);
  const trpc = useTRPC();
  const stop = useAction(trpc.usersBulk.stop.mutationOptions(), () => null);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <span className="font-medium">{words.doing(job.about)}</span>
      <span className="text-ink-soft tabular-nums">{text}</span>
      <span className="text-ink-soft">{t("by {name}", { name: personName(job.createdBy) })}</span>
      <span className="min-w-32 flex-1">
        <ProgressBar label={t("Users processed")} done={done} of={of} text={text} />
      </span>
      <Button size="sm" onClick={() => void stop({ jobId: job.jobId }).catch(toast.refused)}>
        <Square aria-hidden />
        {t("Stop")}
      </Button>
    </div>
  );
}

function Ended({ job }: { job: BulkJob }) {
  const t = useExtracted("users");
  const words = useBulkWords()[job.action.do];
  const trpc = useTRPC();
  const undo = useAction(trpc.usersBulk.undo.mutationOptions(), () => null);
  const resume = useAction(trpc.usersBulk.resume.mutationOptions(), () => null);
  const { putAway } = usePutAway();
  const [listing, setListing] = useState(false);
  const { jobId, counts, about, status } = job;
  const smooth = status === "finished" && counts.refused === 0;
  const attempt = (work: Promise<unknown>) => void work.catch(toast.refused);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <span role="status" className="flex min-w-48 flex-1 items-start gap-2">
        {smooth ? (
          <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-accent-text" />
        ) : (
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warning-text" />
        )}
        <span className="min-w-0 break-words">
          {words.done(counts.done, about)}{" "}
          {counts.refused > 0 &&
            t("Refused for {count, plural, one {# person} other {# people}}.", {
              count: counts.refused,
            })}{" "}
          {status === "stopped" && (
            <>
              {t("Stopped with {count, plural, one {# user} other {# users}} remaining.", {
                count: counts.waiting,
              })}{" "}
              {job.stopReason}
            </>
          )}
        </span>
      </span>
      <span className="flex flex-wrap items-center gap-2">
        {counts.refused > 0 && (
          <Button size="sm" onClick={() => setListing(true)}>
            {t("Show details")}
          </Button>
        )}
        {status === "stopped" && counts.waiting > 0 && (
          <Button size="sm" onClick={() => attempt(resume({ jobId }))}>
            <Play aria-hidden />
            {t("Resume")}
          </Button>
        )}
        {counts.done > 0 && undoOf(job.action) !== null && (
          <Button size="sm" onClick={() => attempt(undo({ jobId }))}>
            <Undo2 aria-hidden />
            {t("Undo")}
          </Button>
        )}
        <IconButton label={t("Dismiss")} onClick={() => putAway(jobId)}>
          <X />
        </IconButton>
      </span>
      {listing && <BulkRefusals jobId={jobId} refused={counts.refused} onClose={() => setListing(false)} />}
    </div>
  );
}
