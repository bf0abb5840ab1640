"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useExtracted } from "next-intl";
import { createSerializer } from "nuqs";
import { useTRPC } from "@/components/data/trpc";
import type { LoggedEvent } from "@/server/domain/audit/audit.schema";
import { auditFilters, type AuditFilters } from "../../_frame/log/audit-filters";
import { AuditTable, entryOptions } from "../../_frame/log/audit-table";
import { SavedViews } from "../../_frame/saved-views/saved-views";
import { hrefOfThing } from "../../_frame/log/thing-href";
import { ExportMenu } from "./export-menu";
import { ActorPicker, EventPicker, TenantTargetPicker } from "./pickers";
import { tenantAuditQuery } from "./query";
import { VerifyButton } from "./verify-button";

const serialize = createSerializer(auditFilters);

const channels = ["console", "management_api", "scim", "account", "system"] as const;

function useEvents(filters: AuditFilters) {
  const trpc = useTRPC();
  return useQuery(
    trpc.audit.page.queryOptions(tenantAuditQuery(filters), { placeholderData: keepPreviousData }),
  );
}

function useEntry(id: number | null, known: LoggedEvent | undefined) {
  const trpc = useTRPC();
  return useQuery(trpc.audit.event.queryOptions({ id: id ?? 1 }, entryOptions(id, known)));
}

export function TenantAudit({ tenant }: { tenant: string }) {
  const t = useExtracted("audit");
  return (
    <AuditTable
      description={t("Every change to this organization: the actor, the channel and the previous value.")}
      channels={channels}
      useEvents={useEvents}
      useEntry={useEntry}
      filtersOf={({ event, actor, target }, change) => (
        <>
          <TenantTargetPicker value={target} onChange={(target) => change({ target: target ?? "" })} />
          <EventPicker value={event} onChange={(event) => change({ event: event ?? "" })} />
          <ActorPicker value={actor} onChange={(actor) => change({ actor: actor ?? "" })} />
        </>
      )}
      actions={(filters) => (
        <>
          <SavedViews tenant={tenant} list="audit" query={serialize({ ...filters, cursor: null })} />
          <ExportMenu tenant={tenant} filters={filters} />
          <VerifyButton />
        </>
      )}
      hrefOf={hrefOfThing(tenant)}
    />
  );
}
