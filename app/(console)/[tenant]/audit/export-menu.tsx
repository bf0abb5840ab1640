"use client";

import { Download } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Menu, MenuLabel, MenuLink } from "@/components/ui/menu";
import type { AuditFilters } from "../../_frame/audit-filters";
import { tenantAuditQuery } from "./query";

const formats = [
  { format: "csv", label: "CSV, for a spreadsheet" },
  { format: "ndjson", label: "NDJSON, for programs" },
];

/** Downloads what the filters show, all pages of it. */
export function ExportMenu({ tenant, filters }: { tenant: string; filters: AuditFilters }) {
  const { limit: _limit, cursor: _cursor, ...choice } = tenantAuditQuery(filters);
  const hrefOf = (format: string) =>
    `/${tenant}/audit/download?${new URLSearchParams({ ...choice, format }).toString()}`;
  const narrowed = Object.keys(choice).length > 0;
  return (
    <Menu
      trigger={
        <Button>
          <Download aria-hidden />
          Export
        </Button>
      }
    >
      <MenuLabel>{narrowed ? "What the filters show" : "The whole log"}</MenuLabel>
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
