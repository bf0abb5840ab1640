"use client";

import { Download } from "lucide-react";
import { useExtracted } from "next-intl";
import { Button } from "@/components/ui/button";
import { Menu, MenuLabel, MenuLink } from "@/components/ui/menu/menu";
import type { AuditFilters } from "../../_frame/log/audit-filters";
import { tenantAuditQuery } from "./query";

/** Downloads all events that match the filters. */
export function ExportMenu({ tenant, filters }: { tenant: string; filters: AuditFilters }) {
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
