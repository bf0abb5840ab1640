"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus, Tags } from "lucide-react";
import { parseAsString, useQueryState } from "nuqs";
import { useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import { DataTable, type Column } from "@/components/data-table/data-table";
import { lateDialog } from "@/components/ui/late-dialog";
import { Button } from "@/components/ui/button";
import { Badge, EmptyState } from "@/components/ui/feedback";
import { SearchInput } from "@/components/ui/input";
import { PageHeader } from "@/components/ui/page";
import { tagPolicyNames } from "@/server/domain/tags/policies.schema";
import type { TagUse } from "@/server/domain/tags/tags.schema";
import { QueryError } from "../../_frame/query-error";
import { policyWords } from "./words";

const TagDialog = lateDialog(() => import("./tag-dialog").then((module) => module.TagDialog));

const none = <span className="text-ink-faint">–</span>;

const columns: Column<TagUse>[] = [
  {
    id: "name",
    header: "Name",
    width: 12,
    cell: ({ name }) => <span className="block max-w-72 truncate">{name}</span>,
  },
  {
    id: "people",
    header: "People",
    align: "right",
    width: 5,
    cell: ({ people }) => people.toLocaleString("en"),
  },
  {
    id: "given",
    header: "Given by itself",
    width: 12,
    cell: ({ isDefaultForSignup, isDefaultForInvites }) => (
      <span className="flex gap-1.5">
        {isDefaultForSignup && <Badge tone="info">At sign-up</Badge>}
        {isDefaultForInvites && <Badge tone="info">When invited</Badge>}
        {!isDefaultForSignup && !isDefaultForInvites && none}
      </span>
    ),
    hideable: true,
  },
  {
    id: "policies",
    header: "Policies",
    width: 12,
    cell: ({ policies }) => {
      const set = tagPolicyNames.filter((name) => policies[name] !== undefined);
      return set.length === 0 ? (
        none
      ) : (
        <span
          className="text-ink-soft"
          title={set.map((name) => `${policyWords[name].label}: ${policies[name] ? "yes" : "no"}`).join("\n")}
        >
          {set.length === 1 ? "1 set" : `${set.length} set`}
        </span>
      );
    },
    hideable: true,
  },
  {
    id: "apps",
    header: "Lets into apps",
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

/** The organization's tags. There are few, so the search needs no server. */
export function TagsTable({ tenant }: { tenant: string }) {
  const query = useQuery(useTRPC().tags.use.queryOptions({}));
  const [search, setSearch] = useQueryState("search", parseAsString.withDefault(""));
  const [adding, setAdding] = useState(false);
  const needle = search.toLowerCase();
  const rows = query.data?.filter(({ name }) => name.toLowerCase().includes(needle));
  const add = (
    <Button variant="primary" onClick={() => setAdding(true)}>
      <Plus aria-hidden />
      New tag
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Tags"
        description="What people are to the organization. A tag brings sign-in policies, and can let its people into restricted apps."
        actions={add}
      />
      <DataTable
        id="tags"
        label="Tags"
        columns={columns}
        rows={rows}
        rowKey={({ tagId }) => tagId}
        rowHref={({ tagId }) => `/${tenant}/tags/${tagId}`}
        toolbar={
          <SearchInput
            label="Search tags"
            value={search}
            onChange={(next) => void setSearch(next === "" ? null : next)}
            className="w-full sm:w-72"
          />
        }
        error={query.isError && <QueryError error={query.error} retry={() => void query.refetch()} />}
        empty={
          search === "" ? (
            <EmptyState icon={Tags} title="No tags yet" action={add}>
              Tags tell employees from partners and guests, so that one rule can hold for all of a kind.
            </EmptyState>
          ) : (
            <EmptyState
              icon={Tags}
              title="No tag matches"
              action={<Button onClick={() => void setSearch(null)}>Clear the search</Button>}
            />
          )
        }
      />
      <TagDialog open={adding} onOpenChange={setAdding} tenant={tenant} />
    </>
  );
}
