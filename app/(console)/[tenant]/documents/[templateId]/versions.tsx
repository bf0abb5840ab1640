"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ArrowLeft, Undo2 } from "lucide-react";
import { useExtracted } from "next-intl";
import { useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import { Button } from "@/components/ui/button";
import { Badge, Skeleton } from "@/components/ui/feedback";
import { ConfirmDialog } from "@/components/ui/dialog/overlay";
import { Sheet } from "@/components/ui/dialog/sheet";
import { RelativeTime } from "@/components/ui/text";
import type { DocumentContent, StoredDocument } from "@/server/domain/documents/documents.schema";
import { QueryError } from "../../../_frame/lists/query-error";
import { useAction } from "../../../_frame/use-action";
import { Comparison } from "./comparison";

/** Lists the earlier versions of a template. Compares and restores versions. */
export function Versions({
  template,
  draft,
  shown,
  onShownChange,
  restored,
}: {
  template: StoredDocument;
  /** Unsaved draft. Null if the draft has no unsaved changes. */
  draft: DocumentContent | null;
  shown: boolean;
  onShownChange: (shown: boolean) => void;
  restored: (template: StoredDocument) => void;
}) {
  const t = useExtracted("documents");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { templateId, version: newest } = template;
  const [chosen, setChosen] = useState<number | null>(null);
  const [asking, setAsking] = useState(false);
  const list = useQuery(trpc.documents.versions.queryOptions({ templateId }, { enabled: shown }));
  const one = useQuery(
    trpc.documents.get.queryOptions(
      { templateId, version: chosen ?? newest },
      { enabled: shown && chosen !== null },
    ),
  );
  const restore = useAction(trpc.documents.restore.mutationOptions(), ({ version }) =>
    t("Version {version} now has the content of version {chosen}.", {
      version: String(version),
      chosen: String(chosen),
    }),
  );
  const close = () => {
    onShownChange(false);
    setChosen(null);
  };
  return (
    <Sheet
      open={shown}
      onOpenChange={close}
      title={chosen === null ? t("Versions") : t("Version {version}", { version: String(chosen) })}
      description={
        chosen === null
          ? t("Newest first. The last 100 are kept.")
          : t("Compared with version {version}", { version: String(newest) })
      }
      {...(chosen !== null && {
        footer: (
          <>
            <Button onClick={() => setChosen(null)}>
              <ArrowLeft aria-hidden />
              {t("All versions")}
            </Button>
            <Button variant="primary" disabled={chosen === newest} onClick={() => setAsking(true)}>
              <Undo2 aria-hidden />
              {t("Restore…")}
            </Button>
          </>
        ),
      })}
    >
      {chosen === null ? (
        <>
          {list.isLoadingError && <QueryError error={list.error} retry={() => void list.refetch()} />}
          {list.isPending && <Skeleton className="h-40" />}
          <ul className="-mx-2">
            {list.data?.map(({ version, note, savedBy, savedAt }) => (
              <li key={version}>
                <button
                  type="button"
                  onClick={() => setChosen(version)}
                  className="w-full rounded-md px-2 py-2 text-left hover:bg-sunken"
                >
                  <span className="flex items-center gap-2 font-medium">
                    {t("Version {version}", { version: String(version) })}
                    {version === newest && <Badge tone="success">{t("Newest")}</Badge>}
                  </span>
                  {note && <span className="block break-words">{note}</span>}
                  <span className="block truncate text-sm text-ink-soft">
                    {t.rich("<ago></ago> by {savedBy}", {
                      savedBy,
                      ago: () => <RelativeTime at={savedAt} />,
                    })}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <>
          {one.isLoadingError && <QueryError error={one.error} retry={() => void one.refetch()} />}
          {one.isPending && <Skeleton className="h-40" />}
          {one.data && <Comparison before={one.data.content} after={template.content} />}
        </>
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t("Restore version {version}?", { version: String(chosen) })}
        action={t("Restore")}
        danger={draft !== null}
        onConfirm={async () => {
          await restore({ templateId, version: chosen! });
          restored(await queries.fetchQuery(trpc.documents.get.queryOptions({ templateId })));
          close();
        }}
      >
        <p>
          {t("It becomes version {version}, which is rendered from now on. The versions between stay.", {
            version: String(newest + 1),
          })}{" "}
          {draft !== null && t("Unsaved changes are lost.")}
        </p>
      </ConfirmDialog>
    </Sheet>
  );
}
