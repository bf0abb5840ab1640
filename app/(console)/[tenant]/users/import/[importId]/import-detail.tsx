"use client";

import { useQuery } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useExtracted } from "next-intl";
import { useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/dialog/overlay";
import { PageHeader } from "@/components/ui/page/page";
import { RelativeTime } from "@/components/ui/text";
import { NotLoaded } from "../../../../_frame/records/not-loaded";
import { useRemoval } from "../../../../_frame/use-action";
import { ImportState, useRowsWord } from "../import-state";
import { ImportPlan } from "./import-plan";
import { ImportProgress } from "./import-progress";

/** Page of one import. Shows the columns and a preview before the start, then the progress, then the result. */
export function ImportDetail({ tenant, importId }: { tenant: string; importId: number }) {
  const t = useExtracted("users");
  const rowsWord = useRowsWord();
  const trpc = useTRPC();
  const [deleting, setDeleting] = useState(false);
  const query = useQuery(
    trpc.userImports.get.queryOptions(
      { importId },
      { refetchInterval: ({ state }) => (state.data?.status === "running" ? 1_000 : false) },
    ),
  );
  const remove = useRemoval(trpc.userImports.remove.mutationOptions(), `/${tenant}/users/import`, () =>
    t("The import was removed."),
  );
  if (!query.data) return <NotLoaded query={query} className="h-40" />;
  const one = query.data;
  return (
    <>
      <PageHeader
        trail={[
          { label: t("Users"), href: `/${tenant}/users` },
          { label: t("Import"), href: `/${tenant}/users/import` },
        ]}
        title={one.fileName}
        meta={
          <>
            <ImportState one={one} />
            <span>{rowsWord(one.rowCount)}</span>
            <span>
              {t.rich("uploaded <when></when> by {name}", {
                when: () => <RelativeTime at={one.createdAt} />,
                name: one.createdBy.name ?? one.createdBy.email ?? "",
              })}
            </span>
          </>
        }
        actions={
          one.status !== "running" && (
            <Button onClick={() => setDeleting(true)} className="text-danger-text">
              <Trash2 aria-hidden />
              {t("Remove")}
            </Button>
          )
        }
      />
      {one.status === "draft" ? <ImportPlan one={one} /> : <ImportProgress one={one} tenant={tenant} />}
      <ConfirmDialog
        open={deleting}
        onOpenChange={setDeleting}
        title={t("Remove {file}?", { file: one.fileName })}
        action={t("Remove")}
        danger
        onConfirm={() => remove({ importId })}
      >
        <p>
          {t(
            "The copy of the file and the record of its {count, plural, one {# row} other {# rows}} are deleted.",
            {
              count: one.rowCount,
            },
          )}
        </p>
        {one.status !== "draft" && (
          <p>{t("The users that it added or changed stay as they are. The audit log stays, too.")}</p>
        )}
      </ConfirmDialog>
    </>
  );
}
