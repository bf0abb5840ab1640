"use client";

import { useQuery } from "@tanstack/react-query";
import { FileText } from "lucide-react";
import { parseAsString, useQueryState } from "nuqs";
import { useTRPC } from "@/components/data/trpc";
import { DataTable, type Column } from "@/components/data-table/data-table";
import { Button, LinkButton } from "@/components/ui/button";
import { Badge, EmptyState } from "@/components/ui/feedback";
import { SearchInput } from "@/components/ui/input";
import { RelativeTime } from "@/components/ui/text";
import type { DocumentTemplate } from "@/server/domain/documents/documents.schema";
import { QueryError } from "../../_frame/query-error";

const columns: Column<DocumentTemplate>[] = [
  {
    id: "name",
    header: "Name",
    width: 18,
    cell: ({ name }) => <span className="block max-w-md truncate">{name}</span>,
  },
  {
    id: "version",
    header: "Version",
    width: 5,
    align: "right",
    cell: ({ version }) => <span className="tabular-nums">{version}</span>,
    hideable: true,
  },
  {
    id: "data",
    header: "Data",
    width: 6,
    cell: ({ trusted }) =>
      trusted ? <Badge tone="warning">May be HTML</Badge> : <span className="text-ink-soft">Escaped</span>,
    hideable: true,
  },
  {
    id: "updated",
    header: "Changed",
    width: 8,
    cell: ({ updatedAt }) => <RelativeTime at={updatedAt} className="text-ink-soft" />,
  },
  {
    id: "id",
    header: "Template id",
    align: "right",
    width: 6,
    cell: ({ templateId }) => <span className="text-ink-soft">{templateId}</span>,
    hideable: true,
  },
];

/** The organization's templates. There are few, so the search needs no server. */
export function TemplatesTable({ tenant }: { tenant: string }) {
  const query = useQuery(useTRPC().documents.list.queryOptions({}));
  const [search, setSearch] = useQueryState("search", parseAsString.withDefault(""));
  const needle = search.toLowerCase();
  return (
    <DataTable
      id="documents"
      label="Document templates"
      columns={columns}
      rows={query.data?.filter(({ name }) => name.toLowerCase().includes(needle))}
      rowKey={({ templateId }) => templateId}
      rowHref={({ templateId }) => `/${tenant}/documents/${templateId}`}
      toolbar={
        <SearchInput
          label="Search templates"
          value={search}
          onChange={(next) => void setSearch(next === "" ? null : next)}
          className="w-full sm:w-72"
        />
      }
      error={query.isError && <QueryError error={query.error} retry={() => void query.refetch()} />}
      empty={
        search === "" ? (
          <EmptyState
            icon={FileText}
            title="No templates yet"
            action={
              <LinkButton variant="primary" href={`/${tenant}/documents/new`}>
                Make the first template
              </LinkButton>
            }
          >
            Begin with an invoice, a letter or a ticket that is ready to use, and make it yours.
          </EmptyState>
        ) : (
          <EmptyState
            icon={FileText}
            title="No template matches"
            action={<Button onClick={() => void setSearch(null)}>Clear the search</Button>}
          />
        )
      }
    />
  );
}
