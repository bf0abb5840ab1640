"use client";

import { Bookmark } from "lucide-react";
import { useExtracted } from "next-intl";
import dynamic from "next/dynamic";
import Link from "next/link";
import { createSerializer } from "nuqs";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Menu, MenuItem, MenuLabel, MenuLink, MenuSeparator } from "@/components/ui/menu";
import { auditFilters, type AuditFilters } from "../../_frame/audit-filters";
import { useBrowserText } from "../../_frame/browser-store";
import { viewsIn, type View } from "./views";

// With what checks its form, it is as heavy as the page: it comes when it is asked for.
const ViewsDialog = dynamic(() => import("./views-dialog").then((module) => module.ViewsDialog), {
  ssr: false,
});

const serialize = createSerializer(auditFilters);

/** Sets of filters by name, kept in this browser for this organization. */
export function SavedViews({ tenant, filters }: { tenant: string; filters: AuditFilters }) {
  const t = useExtracted("audit");
  const [text, setText] = useBrowserText(`castellan.audit-views.${tenant}`);
  const [managing, setManaging] = useState(false);
  const views = viewsIn(text);
  const keep = (next: View[]) => setText(next.length === 0 ? "" : JSON.stringify(next));
  const query = serialize({ ...filters, cursor: null });
  return (
    <>
      <Menu
        trigger={
          <Button>
            <Bookmark aria-hidden />
            {t("Views")}
          </Button>
        }
      >
        <MenuLabel>{t("Saved in this browser")}</MenuLabel>
        {views.map((view) => (
          <MenuLink key={view.name}>
            <Link href={`/${tenant}/audit${view.query}`} aria-current={view.query === query || undefined}>
              <span className="max-w-56 truncate">{view.name}</span>
            </Link>
          </MenuLink>
        ))}
        {views.length > 0 && <MenuSeparator />}
        <MenuItem onSelect={() => setManaging(true)}>
          {views.length === 0 ? t("Save these filters…") : t("Save or remove…")}
        </MenuItem>
      </Menu>
      {managing && <ViewsDialog query={query} views={views} keep={keep} onClose={() => setManaging(false)} />}
    </>
  );
}
