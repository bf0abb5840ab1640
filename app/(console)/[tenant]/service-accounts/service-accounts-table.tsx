"use client";

import { useQuery } from "@tanstack/react-query";
import { Bot, CirclePause, CirclePlay, MoreHorizontal, Plus, Trash2 } from "lucide-react";
import { useExtracted } from "next-intl";
import { useState } from "react";
import { toast } from "@/components/toast";
import { useTRPC } from "@/components/data/trpc";
import type { Column } from "@/components/data-table/data-table";
import { Form, SubmitButton, TextField } from "@/components/form/form";
import { Button, IconButton } from "@/components/ui/button";
import { Badge, EmptyState } from "@/components/ui/feedback";
import { Dialog, DialogActions, Menu, MenuItem } from "@/components/ui/dialog/overlay";
import { PageHeader } from "@/components/ui/page/page";
import type { ServiceAccount } from "@/server/domain/service-accounts/service-accounts.schema";
import { SearchedTable } from "../../_frame/lists/searched-table";
import { useAction } from "../../_frame/use-action";
import { useDialogInUrl } from "../../_frame/use-dialog-in-url";
import { ServiceAccountDialogs, type AccountAsked } from "./account-dialogs";
import { useCreatedColumn } from "../../_frame/lists/time-columns";

const serviceAccountInput = async () =>
  (await import("@/server/domain/service-accounts/service-accounts.schema")).ServiceAccountInput;

export function ServiceAccountsTable({ tenant }: { tenant: string }) {
  const t = useExtracted("service-accounts");
  const trpc = useTRPC();
  const query = useQuery(trpc.serviceAccounts.list.queryOptions({}));
  const [adding, setAdding] = useDialogInUrl("new");
  const [asked, setAsked] = useState<AccountAsked | null>(null);
  const create = useAction(trpc.serviceAccounts.create.mutationOptions(), ({ name }) =>
    t("{name} was created.", { name }),
  );
  const reactivate = useAction(trpc.serviceAccounts.reactivate.mutationOptions(), () =>
    t("The service account is active again."),
  );

  const created = useCreatedColumn<ServiceAccount>({ sortBy: ({ createdAt }) => createdAt, hideable: true });
  const columns: Column<ServiceAccount>[] = [
    {
      id: "name",
      sortBy: ({ name }) => name,
      header: t("Name"),
      width: 16,
      cell: (account) => <span className="block max-w-72 truncate">{account.name}</span>,
    },
    {
      id: "status",
      sortBy: ({ status }) => status,
      header: t("Status"),
      width: 7,
      cell: (account) =>
        account.status === "active" ? (
          <Badge tone="success">{t("Active")}</Badge>
        ) : (
          <Badge>{t("Suspended")}</Badge>
        ),
    },
    created,
    {
      id: "id",
      sortBy: ({ userId }) => userId,
      header: t("User id"),
      align: "right",
      width: 6,
      cell: (account) => <span className="text-ink-soft">{account.userId}</span>,
      hideable: true,
    },
    {
      id: "actions",
      header: "",
      align: "right",
      cell: (account) => (
        <span className="relative z-10">
          <Menu
            trigger={
              <IconButton label={t("Actions for {name}", { name: account.name })}>
                <MoreHorizontal />
              </IconButton>
            }
          >
            {account.status === "active" ? (
              <MenuItem onSelect={() => setAsked({ what: "suspend", account })}>
                <CirclePause aria-hidden />
                {t("Suspend…")}
              </MenuItem>
            ) : (
              <MenuItem onSelect={() => void reactivate({ userId: account.userId }).catch(toast.refused)}>
                <CirclePlay aria-hidden />
                {t("Reactivate")}
              </MenuItem>
            )}
            <MenuItem danger onSelect={() => setAsked({ what: "remove", account })}>
              <Trash2 aria-hidden />
              {t("Remove…")}
            </MenuItem>
          </Menu>
        </span>
      ),
    },
  ];
  const add = (
    <Button variant="primary" onClick={() => setAdding(true)}>
      <Plus aria-hidden />
      {t("New service account")}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={t("Service accounts")}
        description={t(
          "Accounts for programs. Every credential and machine-to-machine app has one. The audit log shows it.",
        )}
        actions={add}
      />
      <SearchedTable
        query={query}
        id="service-accounts"
        label={t("Service accounts")}
        columns={columns}
        search={{
          label: t("Search service accounts"),
          textOf: ({ name }) => [name],
          none: t("No service account matches"),
          icon: Bot,
        }}
        rowKey={(account) => account.userId}
        rowHref={(account) => `/${tenant}/service-accounts/${account.userId}`}
        empty={
          <EmptyState icon={Bot} title={t("No service accounts yet")} action={add}>
            {t(
              "A new credential creates its own service account. Create one here to share it between several credentials.",
            )}
          </EmptyState>
        }
      />
      <Dialog open={adding} onOpenChange={setAdding} title={t("New service account")}>
        <Form
          schema={serviceAccountInput}
          defaultValues={{ name: "" }}
          onSubmit={async (values) => {
            await create(values);
            setAdding(false);
          }}
        >
          <TextField name="name" label={t("Name")} autoComplete="off" />
          <DialogActions>
            <Button onClick={() => setAdding(false)}>{t("Cancel")}</Button>
            <SubmitButton>{t("Create")}</SubmitButton>
          </DialogActions>
        </Form>
      </Dialog>
      <ServiceAccountDialogs asked={asked} onClose={() => setAsked(null)} />
    </>
  );
}
