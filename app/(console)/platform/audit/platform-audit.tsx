"use client";

import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useExtracted } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { SearchInput } from "@/components/ui/input/input";
import type { LoggedEvent } from "@/server/domain/audit/audit.schema";
import { type AuditFilters, platformAuditQuery } from "../../_frame/log/audit-filters";
import { AuditTable, entryOptions } from "../../_frame/log/audit-table";
import { fits } from "../../_frame/palette/palette-words";
import { useTargetName } from "../../_frame/log/thing-words";
import { TargetPicker } from "../../_frame/log/target-picker";

const channels = ["console", "platform_api", "account", "system"] as const;

function useEvents(filters: AuditFilters) {
  const trpc = useTRPC();
  return useQuery(
    trpc.platform.audit.page.queryOptions(platformAuditQuery(filters), { placeholderData: keepPreviousData }),
  );
}

function useEntry(id: number | null, known: LoggedEvent | undefined) {
  const trpc = useTRPC();
  return useQuery(trpc.platform.audit.event.queryOptions({ id: id ?? 1 }, entryOptions(id, known)));
}

const hrefOf = (ref: string) => {
  const [, id] = /^tenant:(\d+)$/.exec(ref) ?? [];
  return id === undefined ? null : `/platform/tenants/${id}`;
};

/** Chooses the target of an event: an organization, an administrator, or another record in the log. */
function PlatformTargetPicker({
  value,
  onChange,
}: {
  value: string;
  onChange: (ref: string | null) => void;
}) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const targetName = useTargetName();
  const { data: newest } = useQuery(
    trpc.platform.audit.page.queryOptions({ target: value, limit: 1 }, { enabled: value !== "" }),
  );
  const [last] = newest?.events ?? [];
  return (
    <TargetPicker
      value={value}
      name={last && targetName(last)}
      things={(text) => [
        queries
          .fetchQuery(trpc.platform.tenants.page.queryOptions({ search: text, limit: 6 }))
          .then(({ tenants }) =>
            tenants.map(({ tenantId, name, slug }) => ({ ref: `tenant:${tenantId}`, name, hint: slug })),
          ),
        queries.fetchQuery(trpc.platform.administrators.list.queryOptions({})).then((administrators) =>
          administrators
            .filter(({ name, email }) => fits(text)(name, email))
            .map(({ administratorId, name, email }) => ({
              ref: `platform_administrator:${administratorId}`,
              name: name ?? email,
              hint: email,
            })),
        ),
      ]}
      inLog={(text) => queries.fetchQuery(trpc.platform.audit.find.queryOptions({ text, limit: 20 }))}
      onChange={onChange}
    />
  );
}

export function PlatformAudit() {
  const t = useExtracted("platform");
  return (
    <AuditTable
      description={t("Every change and every search made on the platform.")}
      channels={channels}
      useEvents={useEvents}
      useEntry={useEntry}
      filtersOf={({ event, target }, change) => (
        <>
          <PlatformTargetPicker value={target} onChange={(target) => change({ target: target ?? "" })} />
          <SearchInput
            label={t("Event, such as tenant_created")}
            value={event}
            onChange={(event) => change({ event })}
            className="w-full sm:w-64"
          />
        </>
      )}
      hrefOf={hrefOf}
    />
  );
}
