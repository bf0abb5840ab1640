"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus, Tags } from "lucide-react";
import { useExtracted } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import type { Column } from "@/components/data-table/data-table";
import { lateDialog } from "@/components/ui/dialog/late-dialog";
import { Button } from "@/components/ui/button";
import { Badge, EmptyState } from "@/components/ui/feedback";
import { PageHeader } from "@/components/ui/page/page";
import { useDateLocale } from "@/components/ui/format/use-date-locale";
import { tagPolicyNames } from "@/server/domain/tags/policies.schema";
import type { TagUse } from "@/server/domain/tags/tags.schema";
import { usePolicyWords } from "../../_frame/tags/policy-words";
import { SearchedTable } from "../../_frame/lists/searched-table";
import { useDialogInUrl } from "../../_frame/use-dialog-in-url";

const TagDialog = lateDialog(() => import("./tag-dialog").then((module) => module.TagDialog));

const none = <span className="text-ink-faint">–</span>;

function useColumns(): Column<TagUse>[] {
  const t = useExtracted("tags");
  const locale = useDateLocale();
  const policyWords = usePolicyWords();
  return [
    {
      id: "name",
      sortBy: ({ name }) => name,
      header: t("Name"),
      width: 12,
      cell: ({ name }) => <span className="block max-w-72 truncate">{name}</span>,
    },
    {
      id: "people",
      sortBy: ({ people }) => people,
      header: t("People"),
      align: "right",
      width: 5,
      cell: ({ people }) => people.toLocaleString(locale),
    },
    {
      id: "given",
      header: t("Assigned automatically"),
      width: 12,
      cell: ({ isDefaultForSignup, isDefaultForInvites }) => (
        <span className="flex gap-1.5">
          {isDefaultForSignup && <Badge tone="info">{t("At sign-up")}</Badge>}
          {isDefaultForInvites && <Badge tone="info">{t("When invited")}</Badge>}
          {!isDefaultForSignup && !isDefaultForInvites && none}
        </span>
      ),
      hideable: true,
    },
    {
      id: "policies",
      header: t("Policies"),
      width: 12,
      cell: ({ policies }) => {
        const set = tagPolicyNames.filter((name) => policies[name] !== undefined);
        return set.length === 0 ? (
          none
        ) : (
          <span
            className="text-ink-soft"
            title={set
              .map((name) => `${policyWords[name]()}: ${policies[name] ? t("yes") : t("no")}`)
              .join("\n")}
          >
            {t("{count, number} set", { count: set.length })}
          </span>
        );
      },
      hideable: true,
    },
    {
      id: "apps",
      sortBy: ({ apps }) => apps.length,
      header: t("Gives access to apps"),
      width: 12,
      cell: ({ apps }) =>
        apps.length === 0 ? (
          none
        ) : (
          <span className="block max-w-64 truncate text-ink-soft">
            {apps.map(({ name }) => name).join(", ")}
          </span>
        ),
      hideable: true,
    },
  ];
}

/** Lists the organization's tags. The browser searches the list, because an organization has few tags. */
export function TagsTable({ tenant }: { tenant: string }) {
  const columns = useColumns();
  const t = useExtracted("tags");
  const query = useQuery(useTRPC().tags.use.queryOptions({}));
  const [adding, setAdding] = useDialogInUrl("new");
  const add = (
    <Button variant="primary" onClick={() => setAdding(true)}>
      <Plus aria-hidden />
      {t("New tag")}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={t("Tags")}
        description={t(
          "Groups of users with common sign-in policies. A tag can also give its users access to restricted apps.",
        )}
        actions={add}
      />
      <SearchedTable
        query={query}
        id="tags"
        label={t("Tags")}
        columns={columns}
        search={{
          label: t("Search tags"),
          textOf: ({ name }) => [name],
          none: t("No tag matches"),
          icon: Tags,
        }}
        rowKey={({ tagId }) => tagId}
        rowHref={({ tagId }) => `/${tenant}/tags/${tagId}`}
        empty={
          <EmptyState icon={Tags} title={t("No tags yet")} action={add}>
            {t(
              "Tags separate employees from partners and guests, so that one rule can apply to a whole group.",
            )}
          </EmptyState>
        }
      />
      <TagDialog open={adding} onOpenChange={setAdding} tenant={tenant} />
    </>
  );
}
