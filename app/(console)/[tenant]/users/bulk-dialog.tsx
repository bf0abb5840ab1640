"use client";

import { useQuery } from "@tanstack/react-query";
import { useExtracted } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { toast } from "@/components/toast";
import { useTRPC, useTRPCClient } from "@/components/data/trpc";
import { Button } from "@/components/ui/button";
import { Callout, Skeleton } from "@/components/ui/feedback";
import { Dialog, DialogActions } from "@/components/ui/dialog/overlay";
import { ProgressBar } from "@/components/ui/progress-bar";
import type { BulkJob } from "@/server/domain/bulk-jobs/bulk-jobs.schema";
import { undoOf } from "@/server/domain/users/bulk.schema";
import type { TaggingManyPreview } from "@/server/domain/access-rules/tag-preview.schema";
import { useAction } from "../../_frame/use-action";
import { BulkRefusals } from "./bulk-refusals";
import { useBulkProgress, useBulkWords, type BulkStep } from "./bulk-words";
import { usePutAway } from "./use-bulk-jobs";
import { PolicyLosses } from "../../_frame/tags/policy-losses";

/** Dialog of a bulk action. Shows the affected users and the effects before the start, then the progress, then the result. */
export function BulkDialog({
  step,
  userIds,
  onClose,
}: {
  step: BulkStep;
  userIds: number[];
  onClose: () => void;
}) {
  const trpc = useTRPC();
  const [jobId, setJobId] = useState<number | null>(null);
  // The polling in `useBulkJobs` refreshes the result of this query.
  const jobs = useQuery(trpc.usersBulk.list.queryOptions({}, { enabled: jobId !== null }));
  const job = jobs.data?.find((one) => one.jobId === jobId);
  if (!job) return <BulkPlan step={step} userIds={userIds} onStarted={setJobId} onClose={onClose} />;
  if (job.status === "running") return <BulkRunning job={job} onClose={onClose} />;
  return <BulkEnded job={job} onClose={onClose} />;
}

/** Loads the users that a bulk action changes. For a tag, also loads the abilities that these users would lose. */
function useEffects(action: BulkStep["action"], userIds: number[], starting: boolean) {
  const client = useTRPCClient();
  const plan = useQuery({
    queryKey: ["bulk-plan", action, userIds],
    queryFn: () => client.usersBulk.plan.mutate({ action, userIds }),
    // Stops loading when the action starts. The numbers must not change after the administrator has confirmed them.
    enabled: !starting,
    staleTime: Infinity,
    gcTime: 0,
  });
  const concerned = plan.data?.userIds ?? [];
  const tagId = action.do === "tag" && concerned.length > 0 ? action.tagId : null;
  const losses = useQuery({
    queryKey: ["bulk-losses", tagId, concerned],
    queryFn: () => client.tags.previewTaggingMany.mutate({ tagId: tagId!, userIds: concerned }),
    enabled: tagId !== null && !starting,
    staleTime: Infinity,
    gcTime: 0,
  });
  return { plan, concerned, losses, loadsLosses: tagId !== null && losses.isPending };
}

/** Preview of a bulk action. */
function BulkPlan({
  step: { action, name },
  userIds,
  onStarted,
  onClose,
}: {
  step: BulkStep;
  userIds: number[];
  onStarted: (jobId: number) => void;
  onClose: () => void;
}) {
  const t = useExtracted("users");
  const words = useBulkWords()[action.do];
  const start = useAction(useTRPC().usersBulk.start.mutationOptions(), () => null);
  const [starting, setStarting] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { plan, concerned, losses, loadsLosses } = useEffects(action, userIds, starting);
  const problem = failure ?? (plan.error ?? losses.error)?.message;

  async function confirm() {
    setStarting(true);
    setFailure(null);
    try {
      const { jobId } = await start({ action, userIds: concerned });
      onStarted(jobId);
    } catch (error) {
      setFailure((error as Error).message);
      setStarting(false);
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !starting && onClose()}
      title={plan.data ? words.title(concerned.length, name) : words.button}
      sticky={starting}
    >
      {problem && <Callout tone="danger">{problem}</Callout>}
      {plan.isPending && <Skeleton className="h-10" />}
      {plan.data && (
        <div className="space-y-2">
          <PlannedEffects
            action={action}
            concerned={concerned.length}
            others={userIds.length - concerned.length}
            sessions={plan.data.sessions}
          />
          {loadsLosses && <Skeleton className="h-10" />}
          {losses.data && <BulkTagLosses preview={losses.data} />}
        </div>
      )}
      <DialogActions>
        <Button onClick={onClose} disabled={starting}>
          {t("Cancel")}
        </Button>
        <Button
          variant={words.danger || losses.data?.refused ? "danger" : "primary"}
          disabled={concerned.length === 0 || loadsLosses}
          loading={starting}
          onClick={() => void confirm()}
        >
          {words.button}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** Describes the effects of a bulk action with the numbers of users and sessions. */
function PlannedEffects({
  action,
  concerned,
  others,
  sessions,
}: {
  action: BulkStep["action"];
  /** Number of selected users that the action changes. `others` is the number of the other selected users. */
  concerned: number;
  others: number;
  /** Number of sessions that the action ends. */
  sessions: number;
}) {
  const t = useExtracted("users");
  const words = useBulkWords()[action.do];
  return (
    <>
      {concerned === 0 && <p>{t("This changes nothing for the selected users.")}</p>}
      {concerned > 0 && words.explains && <p>{words.explains}</p>}
      {sessions > 0 && (
        <p>
          {t("{count, plural, one {# active session ends} other {# active sessions end}} now.", {
            count: sessions,
          })}
        </p>
      )}
      {others > 0 && <p className="text-ink-soft">{words.others(others)}</p>}
    </>
  );
}

/** Progress of a running bulk action. */
function BulkRunning({ job, onClose }: { job: BulkJob; onClose: () => void }) {
  const t = useExtracted("users");
  const words = useBulkWords()[job.action.do];
  const { done, of, text } = useBulkProgress()(job);
  const trpc = useTRPC();
  const stop = useAction(trpc.usersBulk.stop.mutationOptions(), () => null);
  return (
    <Dialog open onOpenChange={onClose} title={words.doing(job.about)}>
      <div className="space-y-2">
        <ProgressBar label={t("Users processed")} done={done} of={of} text={text} />
        <p className="tabular-nums">{text}</p>
        <p className="text-ink-soft">
          {t("This runs on the server with your rights. It continues if you leave this page.")}
        </p>
      </div>
      <DialogActions>
        <Button onClick={() => void stop({ jobId: job.jobId }).catch(toast.refused)}>{t("Stop")}</Button>
        <Button variant="primary" onClick={onClose}>
          {t("Close")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** Result of a bulk action. Shows a short message if the action succeeded for all users, otherwise the refused users. */
function BulkEnded({ job, onClose }: { job: BulkJob; onClose: () => void }) {
  const t = useExtracted("users");
  const words = useBulkWords()[job.action.do];
  const trpc = useTRPC();
  const undo = useAction(trpc.usersBulk.undo.mutationOptions(), () => null);
  const { putAway } = usePutAway();
  const { jobId, status, counts, about } = job;

  const told = useRef(false);
  useEffect(() => {
    if (told.current) return;
    told.current = true;
    // Only a complete success leaves the list of bulk actions. A stopped or partly refused action stays in the strip above the
    // list of users.
    if (status === "finished" && counts.refused === 0) {
      putAway(jobId);
      toast.success(
        words.done(counts.done, about),
        counts.done > 0 && undoOf(job.action) !== null
          ? { action: { label: t("Undo"), onClick: () => void undo({ jobId }).catch(toast.refused) } }
          : {},
      );
    }
    if (counts.refused === 0) onClose();
  });
  return counts.refused > 0 ? (
    <BulkRefusals jobId={jobId} refused={counts.refused} onClose={onClose} />
  ) : null;
}

/**
 * Shows how many people lose each ability through a tag. Also shows how many past sign-ins the access rules of the tag would
 * have refused.
 */
function BulkTagLosses({ preview: { policies, refused, days } }: { preview: TaggingManyPreview }) {
  const t = useExtracted("users");
  return (
    <>
      {refused && (
        <>
          <p className="font-medium text-ink">
            {t(
              "Access rules for this tag would have refused {signIns, plural, one {# sign-in} other {# sign-ins}} by {count, number} of these people in the last {days, number} days.",
              { signIns: refused.signIns, count: refused.people, days },
            )}
          </p>
          <p className="break-words">{refused.why}</p>
        </>
      )}
      {policies.length > 0 && (
        <ul className="list-disc space-y-2 pl-5">
          {policies.map(({ policy, ...counts }) => (
            <li key={policy}>
              <PolicyLosses policy={policy} counts={counts} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
