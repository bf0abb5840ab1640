"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Building2, Plus } from "lucide-react";
import { useRouter } from "next/navigation";
import { useQueryStates } from "nuqs";
import { useTRPC } from "@/components/data/trpc";
import { DataTable, Pager, type Column } from "@/components/data-table/data-table";
import { Form, SubmitButton, TextField } from "@/components/form/form";
import { Button } from "@/components/ui/button";
import { Badge, EmptyState } from "@/components/ui/feedback";
import { FilterSelect, SearchInput } from "@/components/ui/input";
import { Dialog, DialogActions } from "@/components/ui/overlay";
import { Avatar, PageHeader } from "@/components/ui/page";
import { RelativeTime } from "@/components/ui/text";
import type { Tenant } from "@/server/platform/tenants.schema";
import { QueryError } from "../../_frame/query-error";
import { useAction } from "../../_frame/use-action";
import { useAsked } from "../../_frame/use-asked";
import { tenantFilters, tenantQuery } from "./filters";

const columns: Column<Tenant>[] = [
  {
    id: "slug",
    header: "Organization",
    width: 16,
    cell: (tenant) => (
      <span className="flex items-center gap-2.5">
        <Avatar name={tenant.slug} square />
        {tenant.slug}
      </span>
    ),
  },
  {
    id: "status",
    header: "Status",
    width: 7,
    cell: (tenant) =>
      tenant.status === "active" ? (
        <Badge tone="success">Active</Badge>
      ) : (
        <Badge tone="danger">Suspended</Badge>
      ),
  },
  {
    id: "created",
    header: "Created",
    width: 8,
    cell: (tenant) => <RelativeTime at={tenant.createdAt} className="text-ink-soft" />,
    hideable: true,
  },
  {
    id: "id",
    header: "Tenant id",
    align: "right",
    width: 6,
    cell: (tenant) => <span className="text-ink-soft">{tenant.tenantId}</span>,
    hideable: true,
  },
];

const statuses = [
  { value: "all", label: "Every status" },
  { value: "active", label: "Active" },
  { value: "suspended", label: "Suspended" },
];

const newTenantForm = async () =>
  (await import("@/server/platform/tenants.schema")).NewTenant.omit({ app: true });

/** The organizations of the platform. Names live in each one's own data; the registry knows slugs. */
export function TenantsTable() {
  const trpc = useTRPC();
  const router = useRouter();
  const [filters, setFilters] = useQueryStates(tenantFilters, { history: "push" });
  const [adding, setAdding] = useAsked("new");
  const query = useQuery(
    trpc.platform.tenants.page.queryOptions(tenantQuery(filters), { placeholderData: keepPreviousData }),
  );
  const create = useAction(
    trpc.platform.tenants.create.mutationOptions(),
    ({ slug }) => `The organization ${slug} was created.`,
  );
  const next = query.data?.nextCursor ?? null;
  const add = (
    <Button variant="primary" onClick={() => setAdding(true)}>
      <Plus aria-hidden />
      New organization
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Organizations"
        description="Every tenant of this platform, newest first."
        actions={add}
      />
      <DataTable
        id="tenants"
        label="Organizations"
        columns={columns}
        rows={query.data?.tenants}
        rowKey={(tenant) => tenant.tenantId}
        rowHref={(tenant) => `/platform/tenants/${tenant.tenantId}`}
        busy={query.isPlaceholderData}
        toolbar={
          <>
            <SearchInput
              label="Search slug or id"
              value={filters.search}
              onChange={(search) => void setFilters({ search, cursor: null }, { history: "replace" })}
              className="w-full sm:w-72"
            />
            <FilterSelect
              label="Status"
              value={filters.status}
              options={statuses}
              onChange={(status) => void setFilters({ status: status as "all", cursor: null })}
            />
          </>
        }
        error={query.isError && <QueryError error={query.error} retry={() => void query.refetch()} />}
        empty={
          filters.search !== "" || filters.status !== "all" ? (
            <EmptyState
              icon={Building2}
              title="No organization matches"
              action={<Button onClick={() => void setFilters(null)}>Clear the filters</Button>}
            />
          ) : (
            <EmptyState icon={Building2} title="No organizations yet" action={add}>
              An organization has its own users, apps, policies and log. Create one here or through the
              platform interface.
            </EmptyState>
          )
        }
        pager={
          <Pager
            summary={query.data && `${query.data.tenants.length} on this page`}
            onFirst={filters.cursor === null ? undefined : () => void setFilters({ cursor: null })}
            onNext={next === null ? undefined : () => void setFilters({ cursor: next })}
          />
        }
      />
      <Dialog
        open={adding}
        onOpenChange={setAdding}
        title="New organization"
        description="Its owner can sign in to the console at once and invite others."
      >
        <Form
          schema={newTenantForm}
          defaultValues={{ tenantName: "", adminEmail: "", adminName: "", password: "" }}
          onSubmit={async (values) => {
            const { tenantId } = await create(values);
            setAdding(false);
            router.push(`/platform/tenants/${tenantId}`);
          }}
        >
          <TextField name="tenantName" label="Name" hint="The slug is made from it." autoComplete="off" />
          <TextField name="adminEmail" label="Owner’s e-mail" type="email" autoComplete="off" />
          <TextField name="adminName" label="Owner’s name" hint="Optional" optional autoComplete="off" />
          <TextField
            name="password"
            label="Owner’s password"
            type="password"
            autoComplete="new-password"
            hint="They can change it after the first sign-in."
          />
          <DialogActions>
            <Button onClick={() => setAdding(false)}>Cancel</Button>
            <SubmitButton>Create organization</SubmitButton>
          </DialogActions>
        </Form>
      </Dialog>
    </>
  );
}
