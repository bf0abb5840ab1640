"use client";

import { useQuery } from "@tanstack/react-query";
import { FileText } from "lucide-react";
import { useExtracted } from "next-intl";
import { useMemo } from "react";
import { useTRPC } from "@/components/data/trpc";
import type { Column } from "@/components/data-table/data-table";
import { LinkButton } from "@/components/ui/link-button";
import { Badge, EmptyState } from "@/components/ui/feedback";
import { RelativeTime } from "@/components/ui/text";
import type { DocumentTemplate } from "@/server/domain/documents/documents.schema";
import { SearchedTable } from "../../_frame/lists/searched-table";

function useColumns(): Column<DocumentTemplate>[] {
  const t = useExtracted("documents");
  return useMemo(
    () => [
      {
        id: "name",
        header: t("Name"),
        width: 18,
        cell: ({ name }) => <span className="block max-w-md truncate">{name}</span>,
      },
      {
        id: "version",
        header: t("Version"),
        width: 5,
        align: "right",
        cell: ({ version }) => <span className="tabular-nums">{version}</span>,
        hideable: true,
      },
      {
        id: "data",
        header: t("Data"),
        width: 6,
        cell: ({ trusted }) =>
          trusted ? (
            <Badge tone="warning">{t("HTML allowed")}</Badge>
          ) : (
            <span className="text-ink-soft">{t("Escaped")}</span>
          ),
        hideable: true,
      },
      {
        id: "updated",
        header: t("Changed"),
        width: 8,
        cell: ({ updatedAt }) => <RelativeTime at={updatedAt} className="text-ink-soft" />,
      },
      {
        id: "id",
        header: t("Template id"),
        align: "right",
        width: 6,
        cell: ({ templateId }) => <span className="text-ink-soft">{templateId}</span>,
        hideable: true,
      },
    ],
    [t],
  );
}

/** Lists the organization's templates. The browser searches the list, because an organization has few templates. */
export function TemplatesTable({ tenant }: { tenant: string }) {
  const t = useExtracted("documents");
  const columns = useColumns();
  const query = useQuery(useTRPC().documents.list.queryOptions({}));
  return (
    <SearchedTable
      query={query}
      id="documents"
      label={t("Document templates")}
      columns={columns}
      search={{
        label: t("Search templates"),
        textOf: ({ name }) => [name],
        none: t("No template matches"),
        icon: FileText,
      }}
      rowKey={({ templateId }) => templateId}
      rowHref={({ templateId }) => `/${tenant}/documents/${templateId}`}
      empty={
        <EmptyState
          icon={FileText}
          title={t("No templates yet")}
          action={
            <LinkButton variant="primary" href={`/${tenant}/documents/new`}>
              {t("Create the first template")}
            </LinkButton>
          }
        >
          {t("Start with a ready-to-use invoice, letter or ticket, and adapt it.")}
        </EmptyState>
      }
    />
  );
}
