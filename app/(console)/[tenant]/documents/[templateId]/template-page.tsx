"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import type { StoredDocument } from "@/server/domain/documents/documents.schema";
import { NotLoaded } from "../../../_frame/records/not-loaded";
import { TemplateEditor } from "./template-editor";

/** Page of a stored template. */
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
  // Stores the version that the signed-in administrator opened. The editor stays on this version if another administrator saves
  // a new version.
  const [opened, setOpened] = useState<StoredDocument | null>(null);
  if (query.data && opened === null) setOpened(query.data);
  if (!query.data || !opened) return <NotLoaded page query={query} className="h-[70vh]" />;
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
