"use client";

import { useQuery } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/feedback";
import { ConfirmDialog } from "@/components/ui/overlay";
import { PageHeader } from "@/components/ui/page";
import { RelativeTime } from "@/components/ui/text";
import { QueryError } from "../../../../_frame/query-error";
import { useAction } from "../../../../_frame/use-action";
import { ImportState, rowsWord } from "../import-state";
import { ImportPlan } from "./import-plan";
import { ImportProgress } from "./import-progress";

/** One import: before it starts its columns and what would happen, then how far it is, then what it did. */
export function ImportDetail({ tenant, importId }: { tenant: string; importId: number }) {
  const trpc = useTRPC();
  const router = useRouter();
  const [deleting, setDeleting] = useState(false);
  const query = useQuery(
    trpc.userImports.get.queryOptions(
      { importId },
      { refetchInterval: ({ state }) => (state.data?.status === "running" ? 1_000 : false) },
    ),
  );
  const remove = useAction(trpc.userImports.remove.mutationOptions(), () => "The import was removed.");
  if (query.isError) return <QueryError error={query.error} retry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton className="h-40" />;
  const one = query.data;
  return (
    <>
      <PageHeader
        trail={[
          { label: "Users", href: `/${tenant}/users` },
          { label: "Import", href: `/${tenant}/users/import` },
        ]}
        title={one.fileName}
        meta={
          <>
            <ImportState one={one} />
            <span>{rowsWord(one.rowCount)}</span>
            <span>
              uploaded <RelativeTime at={one.createdAt} /> by {one.createdBy.name ?? one.createdBy.email}
            </span>
          </>
        }
        actions={
          one.status !== "running" && (
            <Button onClick={() => setDeleting(true)} className="text-danger-text">
              <Trash2 aria-hidden />
              Remove
            </Button>
          )
        }
      />
      {one.status === "draft" ? <ImportPlan one={one} /> : <ImportProgress one={one} tenant={tenant} />}
      <ConfirmDialog
        open={deleting}
        onOpenChange={setDeleting}
        title={`Remove ${one.fileName}?`}
        action="Remove"
        danger
        onConfirm={async () => {
          router.push(`/${tenant}/users/import`);
          await remove({ importId });
        }}
      >
        <p>The copy of the file and the record of its {rowsWord(one.rowCount)} go.</p>
        {one.status !== "draft" && (
          <p>The people whom it added or changed stay as they are, and so does the audit log.</p>
        )}
      </ConfirmDialog>
    </>
  );
}
