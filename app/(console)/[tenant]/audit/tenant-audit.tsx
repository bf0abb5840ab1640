"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useExtracted } from "next-intl";
import { createSerializer } from "nuqs";
import { ShieldCheck, Download } from "lucide-react";
import { useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import type { LoggedEvent } from "@/server/domain/audit/audit.schema";
import { lateDialog } from "@/components/ui/dialog/late-dialog";
import { Button } from "@/components/ui/button";
import { Menu, MenuLabel, MenuLink } from "@/components/ui/menu/menu";
import { auditFilters, type AuditFilters, tenantAuditQuery } from "../../_frame/log/audit-filters";
import { AuditTable, entryOptions } from "../../_frame/log/audit-table";
import { SavedViews } from "../../_frame/saved-views/saved-views";
import { hrefOfThing } from "../../_frame/log/thing-words";
import { ActorPicker, EventPicker, TenantTargetPicker } from "./pickers";

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

// Loaded on demand, because the dialog with its validation is as large as the page.
const VerifyDialog = lateDialog(() => import("./verify-dialog").then((module) => module.VerifyDialog));

/** Button that opens the dialog to verify the whole log. */
function VerifyButton() {
  const t = useExtracted("audit");
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <ShieldCheck aria-hidden />
        {t("Verify")}
      </Button>
      {open && <VerifyDialog onClose={() => setOpen(false)} />}
    </>
  );
}

/** Downloads all events that match the filters. */
function ExportMenu({ tenant, filters }: { tenant: string; filters: AuditFilters }) {
  const t = useExtracted("audit");
  const { limit: _limit, cursor: _cursor, ...choice } = tenantAuditQuery(filters);
  const hrefOf = (format: string) =>
    `/${tenant}/audit/download?${new URLSearchParams({ ...choice, format }).toString()}`;
  const formats = [
    { format: "csv", label: t("CSV, for a spreadsheet") },
    { format: "ndjson", label: t("NDJSON, for programs") },
  ];
  const narrowed = Object.keys(choice).length > 0;
  return (
    <Menu
      trigger={
        <Button>
          <Download aria-hidden />
          {t("Export")}
        </Button>
      }
    >
      <MenuLabel>{narrowed ? t("Filtered events") : t("The whole log")}</MenuLabel>
      {formats.map(({ format, label }) => (
        <MenuLink key={format}>
          <a href={hrefOf(format)} download>
            {label}
          </a>
        </MenuLink>
      ))}
    </Menu>
  );
}
