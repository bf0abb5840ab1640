"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useParams } from "next/navigation";
import { useExtracted } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { Button } from "@/components/ui/button";
import { Callout, Skeleton } from "@/components/ui/feedback";
import { Dialog, DialogActions } from "@/components/ui/dialog/overlay";
import { usePersonName } from "../../_frame/people/person-cell";

/** Lists the users for whom a bulk action was refused, with the reasons. */
export function BulkRefusals({
  jobId,
  refused,
  onClose,
}: {
  jobId: number;
  refused: number;
  onClose: () => void;
}) {
  const t = useExtracted("users");
  const personName = usePersonName();
  const { tenant } = useParams<{ tenant: string }>();
  const trpc = useTRPC();
  const query = useQuery(trpc.usersBulk.refusals.queryOptions({ jobId }));
  const more = query.data ? refused - query.data.length : 0;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("Refused for {count, plural, one {# person} other {# people}}", { count: refused })}
    >
      {query.error && <Callout tone="danger">{query.error.message}</Callout>}
      {query.isPending && <Skeleton className="h-10" />}
      {query.data && (
        // `tabIndex` makes the scroll area reachable by keyboard.
        <ul
          tabIndex={0}
          aria-label={t("Refused people")}
          className="max-h-80 space-y-2 overflow-y-auto text-sm"
        >
          {query.data.map((person) => (
            <li key={person.userId}>
              <Link
                href={`/${tenant}/users/${person.userId}`}
                className="font-medium break-words underline underline-offset-2"
              >
                {personName(person)}
              </Link>
              <p className="break-words text-ink-soft">{person.problem}</p>
            </li>
          ))}
        </ul>
      )}
      {more > 0 && (
        <p className="mt-2 text-sm text-ink-soft">
          {t("And {count, plural, one {# more person} other {# more people}}.", { count: more })}
        </p>
      )}
      <DialogActions>
        <Button onClick={onClose}>{t("Close")}</Button>
      </DialogActions>
    </Dialog>
  );
}
