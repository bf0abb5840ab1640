"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import { Skeleton } from "@/components/ui/feedback";
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
  const query = useQuery(useTRPC().documents.get.queryOptions({ templateId }));
  // What is edited stays what it is, whatever is saved elsewhere meanwhile.
  const [opened, setOpened] = useState<StoredDocument | null>(null);
  if (query.data && opened === null) setOpened(query.data);
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
