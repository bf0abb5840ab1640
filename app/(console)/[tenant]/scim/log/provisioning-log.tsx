"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { DatabaseZap } from "lucide-react";
import { useExtracted } from "next-intl";
import { useQueryStates } from "nuqs";
import { useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import type { Column } from "@/components/data-table/data-table";
import { Button } from "@/components/ui/button";
import { Badge, EmptyState } from "@/components/ui/feedback";
import { FilterSelect } from "@/components/ui/input/input";
import { RelativeTime } from "@/components/ui/text";
import type { ProvisioningEntry } from "@/server/domain/provisioning/log.schema";
import { CursorPager } from "../../../_frame/lists/cursor-pager";
import { QueryTable } from "../../../_frame/lists/query-table";
import { EntrySheet } from "./entry-sheet";
import { logFilters, logQuery, useOutcomes } from "./filters";

function useColumns(): Column<ProvisioningEntry>[] {
  const t = useExtracted("scim");
  const outcomes = useOutcomes();
  return [
    { id: "at", header: t("When"), width: 8, cell: ({ at }) => <RelativeTime at={at} /> },
    {
      id: "outcome",
      header: t("Outcome"),
      width: 7,
      cell: ({ outcome }) => <Badge tone={outcomes[outcome].tone}>{outcomes[outcome].label}</Badge>,
    },
    {
      id: "request",
      header: t("Request"),
      width: 12,
      cell: ({ method, path }) => (
        <code className="block max-w-56 truncate font-mono text-sm" title={path}>
          {method} {path}
        </code>
      ),
    },
    {
      id: "about",
      header: t("About"),
      width: 12,
      cell: ({ about }) => <span className="block max-w-52 truncate">{about}</span>,
      hideable: true,
    },
    {
      id: "detail",
      header: t("Reason"),
      width: 14,
      cell: ({ detail }) =>
        detail && (
          <span className="block max-w-60 truncate text-ink-soft" title={detail}>
            {detail}
          </span>
        ),
      hideable: true,
    },
    {
      id: "token",
      header: t("Token"),
      width: 8,
      cell: ({ token }) =>
        token ? (
          <span className="block max-w-40 truncate text-ink-soft">{token.name}</span>
        ) : (
          <span className="text-ink-faint">{t("No valid token")}</span>
        ),
      hideable: true,
    },
    {
      id: "status",
      header: t("Status"),
      align: "right",
      width: 4,
      cell: ({ status }) => <span className="text-ink-soft">{status}</span>,
      hideable: true,
      defaultHidden: true,
    },
  ];
}

/** Lists the SCIM requests of identity providers, newest first. */
export function ProvisioningLog({ tenant }: { tenant: string }) {
  const t = useExtracted("scim");
  const columns = useColumns();
  const outcomes = useOutcomes();
  const trpc = useTRPC();
  const [filters, setFilters] = useQueryStates(logFilters, { history: "push" });
  const query = useQuery(
    trpc.scim.log.queryOptions(logQuery(filters), { placeholderData: keepPreviousData }),
  );
  const tokens = useQuery(trpc.scim.tokens.queryOptions({}));
  const [opened, setOpened] = useState<ProvisioningEntry | null>(null);
  const narrowed = filters.outcome !== "all" || filters.token !== null || filters.changes;
  return (
    <>
      <QueryTable
        query={query}
        id="provisioning-log"
        label={t("Provisioning log")}
        columns={columns}
        rows={query.data?.entries}
        rowKey={({ entryId }) => entryId}
        onRowClick={setOpened}
        toolbar={
          <>
            <FilterSelect
              label={t("Outcome")}
              value={filters.outcome}
              options={[
                { value: "all", label: t("All outcomes") },
                ...Object.entries(outcomes).map(([value, { label }]) => ({ value, label })),
              ]}
              onChange={(outcome) => void setFilters({ outcome: outcome as "all", cursor: null })}
            />
            <FilterSelect
              label={t("Token")}
              value={String(filters.token ?? "")}
              options={[
                { value: "", label: t("All tokens") },
                ...(tokens.data ?? []).map(({ tokenId, name }) => ({ value: String(tokenId), label: name })),
              ]}
              onChange={(token) =>
                void setFilters({ token: token === "" ? null : Number(token), cursor: null })
              }
            />
            <FilterSelect
              label={t("Kind of request")}
              value={String(filters.changes)}
              options={[
                { value: "false", label: t("Reads and changes") },
                { value: "true", label: t("Changes only") },
              ]}
              onChange={(changes) => void setFilters({ changes: changes === "true", cursor: null })}
            />
          </>
        }
        empty={
          narrowed ? (
            <EmptyState
              icon={DatabaseZap}
              title={t("No request matches")}
              action={<Button onClick={() => void setFilters(null)}>{t("Clear the filters")}</Button>}
            />
          ) : (
            <EmptyState icon={DatabaseZap} title={t("No requests from providers yet")}>
              {t(
                "Once a provider has the address and a token, each of its requests appears here within seconds.",
              )}
            </EmptyState>
          )
        }
        pager={
          <CursorPager
            shown={query.data?.entries.length}
            cursor={filters.cursor}
            next={query.data?.nextCursor}
            onTurn={(cursor) => void setFilters({ cursor })}
          />
        }
      />
      <EntrySheet tenant={tenant} entry={opened} onClose={() => setOpened(null)} />
    </>
  );
}
