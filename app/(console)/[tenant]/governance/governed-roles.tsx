"use client";

import { useQuery } from "@tanstack/react-query";
import { Scale } from "lucide-react";
import Link from "next/link";
import { parseAsString, useQueryState } from "nuqs";
import { useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import { DataTable, type Column } from "@/components/data-table/data-table";
import { Button, LinkButton } from "@/components/ui/button";
import { Callout, EmptyState } from "@/components/ui/feedback";
import { SearchInput } from "@/components/ui/input";
import { ConfirmDialog } from "@/components/ui/overlay";
import { PageHeader } from "@/components/ui/page";
import { Switch } from "@/components/ui/switch";
import type { GovernedRole } from "@/server/domain/scim-tokens/scim-tokens.schema";
import { QueryError } from "../../_frame/query-error";
import { useAction } from "../../_frame/use-action";

/** Which roles identity providers may hand out. */
export function GovernedRoles({ tenant }: { tenant: string }) {
  const trpc = useTRPC();
  const query = useQuery(trpc.scim.roles.queryOptions({}));
  const [search, setSearch] = useQueryState("search", parseAsString.withDefault(""));
  const [asked, setAsked] = useState<GovernedRole | null>(null);
  const set = useAction(trpc.scim.setRoleGoverned.mutationOptions(), ({ name, governed }) =>
    governed ? `Providers may govern ${name} now.` : `${name} is yours alone again.`,
  );
  const needle = search.toLowerCase();
  const rows = query.data?.filter(({ name, description }) =>
    `${name} ${description ?? ""}`.toLowerCase().includes(needle),
  );
  const columns: Column<GovernedRole>[] = [
    {
      id: "name",
      header: "Role",
      width: 14,
      cell: ({ name }) => <span className="block max-w-72 truncate">{name}</span>,
    },
    {
      id: "governed",
      header: "Governed by the provider",
      width: 10,
      cell: (role) => (
        <span className="relative z-10 inline-flex align-middle">
          <Switch
            aria-label={`Let providers govern ${role.name}`}
            checked={role.governed}
            onCheckedChange={() => setAsked(role)}
          />
        </span>
      ),
    },
    {
      id: "linked",
      header: "Linked by a provider",
      width: 12,
      cell: ({ governed, externalId }) =>
        externalId === null ? (
          <span className="text-ink-faint">{governed ? "Not yet" : "–"}</span>
        ) : (
          <code className="block max-w-56 truncate font-mono text-sm text-ink-soft" title={externalId}>
            {externalId}
          </code>
        ),
      hideable: true,
    },
    {
      id: "description",
      header: "Description",
      width: 18,
      cell: ({ description }) => <span className="block max-w-md truncate text-ink-soft">{description}</span>,
      hideable: true,
    },
  ];
  return (
    <>
      <PageHeader
        title="Governance"
        description="Which roles your identity provider may hand out and take away."
      />
      <div className="space-y-4">
        <Callout title="What “governed” means">
          A governed role is a group to every provider with a{" "}
          <Link href={`/${tenant}/scim`} className="underline">
            SCIM token
          </Link>
          : the provider decides who holds it. It cannot rename or delete the role, and sees no other. People
          who hold the role when it becomes governed may lose it with the provider’s first sync.
        </Callout>
        <DataTable
          id="governed-roles"
          label="Roles"
          columns={columns}
          rows={rows}
          rowKey={({ roleId }) => roleId}
          rowHref={({ roleId }) => `/${tenant}/roles/${roleId}`}
          toolbar={
            <SearchInput
              label="Search roles"
              value={search}
              onChange={(next) => void setSearch(next === "" ? null : next)}
              className="w-full sm:w-72"
            />
          }
          error={query.isError && <QueryError error={query.error} retry={() => void query.refetch()} />}
          empty={
            search === "" ? (
              <EmptyState
                icon={Scale}
                title="No roles yet"
                action={<LinkButton href={`/${tenant}/roles`}>Create a role</LinkButton>}
              >
                Roles of the organization can be governed; those of apps cannot.
              </EmptyState>
            ) : (
              <EmptyState
                icon={Scale}
                title="No role matches"
                action={<Button onClick={() => void setSearch(null)}>Clear the search</Button>}
              />
            )
          }
        />
      </div>
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={() => setAsked(null)}
        title={
          asked?.governed
            ? `Take ${asked.name} back from providers?`
            : `Let providers govern ${asked?.name ?? ""}?`
        }
        action={asked?.governed ? "Take it back" : "Let them govern it"}
        onConfirm={async () => asked && set({ roleId: asked.roleId, governed: !asked.governed })}
      >
        <p>
          {asked?.governed
            ? "Providers do not see it any more. Everyone who holds it keeps it; from now on only administrators grant it."
            : "Every provider with a SCIM token can see who holds the role, grant it, and take it away, also from people who hold it today."}
        </p>
      </ConfirmDialog>
    </>
  );
}
