"use client";

import { useQuery } from "@tanstack/react-query";
import { Bookmark } from "lucide-react";
import { useExtracted } from "next-intl";
import Link from "next/link";
import { useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import { lateDialog } from "@/components/ui/dialog/late-dialog";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/feedback";
import { Menu, MenuItem, MenuLabel, MenuLink, MenuSeparator } from "@/components/ui/menu/menu";
import type { ViewableList } from "@/server/domain/saved-views/lists.schema";

// Loaded on demand, because the dialog with its validation is as large as the page.
const ViewsDialog = lateDialog(() => import("./views-dialog").then((module) => module.ViewsDialog));

/**
 * Menu with the administrator's saved views of a list. A view is a named set of filters. The page of the list prefetches the
 * views.
 */
export function SavedViews({
  tenant,
  list,
  query,
}: {
  tenant: string;
  /** Name of the list, which is also the path of the list in the console. */
  list: ViewableList;
  /** Current filters as a query string, without the cursor. */
  query: string;
}) {
  const t = useExtracted("console");
  const { data: views, isLoadingError, refetch } = useQuery(useTRPC().savedViews.list.queryOptions({ list }));
  const [managing, setManaging] = useState(false);
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
        <MenuLabel>{isLoadingError ? t("Your views could not be loaded") : t("Your saved views")}</MenuLabel>
        {!views && !isLoadingError && <Skeleton className="mx-2 my-1.5 w-40" />}
        {views?.map(({ viewId, name, query: saved }) => (
          <MenuLink key={viewId}>
            <Link href={`/${tenant}/${list}${saved}`} aria-current={saved === query || undefined}>
              <span className="max-w-56 truncate">{name}</span>
            </Link>
          </MenuLink>
        ))}
        {views && views.length > 0 && <MenuSeparator />}
        {views && (
          <MenuItem onSelect={() => setManaging(true)}>
            {views.length === 0 ? t("Save these filters…") : t("Save or remove…")}
          </MenuItem>
        )}
        {isLoadingError && <MenuItem onSelect={() => void refetch()}>{t("Try again")}</MenuItem>}
      </Menu>
      {managing && views && (
        <ViewsDialog list={list} query={query} views={views} onClose={() => setManaging(false)} />
      )}
    </>
  );
}
