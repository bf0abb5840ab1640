"use client";

import { useQuery } from "@tanstack/react-query";
import { FileText } from "lucide-react";
import { useExtracted } from "next-intl";
import { useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import { LinkButton } from "@/components/ui/button";
import { EmptyState, Skeleton } from "@/components/ui/feedback";
import type { StoredDocument } from "@/server/domain/documents/documents.schema";
import { QueryError } from "../../../_frame/query-error";
import { TemplateEditor } from "./template-editor";

/** A stored template, once it is there. */
export function TemplatePage({
  tenant,
  templateId,
  baseUrl,
}: {
  tenant: string;
  templateId: number;
  baseUrl: string;
}) {
  const t = useExtracted("documents");
  const query = useQuery(useTRPC().documents.get.queryOptions({ templateId }));
  // What is edited stays what it is, whatever is saved elsewhere meanwhile.
  const [opened, setOpened] = useState<StoredDocument | null>(null);
  if (query.data && opened === null) setOpened(query.data);
  if (query.isLoadingError && query.error.data?.httpStatus === 404)
    return (
      <EmptyState
        icon={FileText}
        title={t("There is no such template")}
        action={<LinkButton href={`/${tenant}/documents`}>{t("See all templates")}</LinkButton>}
      />
    );
  if (query.isLoadingError) return <QueryError error={query.error} retry={() => void query.refetch()} />;
  if (!query.data || !opened) return <Skeleton className="h-[70vh]" />;
  return (
    <TemplateEditor
      key={opened.shown.version}
      tenant={tenant}
      baseUrl={baseUrl}
      template={query.data}
      opened={opened}
      open={setOpened}
    />
  );
}
