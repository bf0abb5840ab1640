"use client";

import { useQuery } from "@tanstack/react-query";
import { Pencil, Trash2, Users, X } from "lucide-react";
import { useExtracted } from "next-intl";
import { useState } from "react";
import { toast } from "@/components/toast";
import { useTRPC } from "@/components/data/trpc";
import { lateDialog } from "@/components/ui/late-dialog";
import { Button, IconButton } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/feedback";
import { ConfirmDialog } from "@/components/ui/overlay";
import { Avatar, DetailLayout, Facts, PageHeader, Section } from "@/components/ui/page";
import { Code } from "@/components/ui/text";
import { ActivityFeed } from "../../../_frame/activity-feed";
import { NotLoaded } from "../../../_frame/not-loaded";
import { QueryTable } from "../../../_frame/query-table";
import { useAction } from "../../../_frame/use-action";
import { useRemoval } from "../../../_frame/use-removal";

const RoleDialog = lateDialog(() => import("../role-dialog").then((module) => module.RoleDialog));

/** One role and who holds it. */
export function RoleDetail({
  tenant,
  roleId,
  mayReadLog,
}: {
  tenant: string;
  roleId: number;
  mayReadLog: boolean;
}) {
  const t = useExtracted("roles");
  const trpc = useTRPC();
  const query = useQuery(trpc.roles.get.queryOptions({ roleId }));
  const members = useQuery(trpc.roles.members.queryOptions({ roleId }));
  const [open, setOpen] = useState<"edit" | "delete" | null>(null);
  const remove = useRemoval(trpc.roles.remove.mutationOptions(), `/${tenant}/roles`, () =>
    t("The role was deleted."),
  );
  const grant = useAction(trpc.roles.grant.mutationOptions(), () => null);
  const revoke = useAction(trpc.roles.revoke.mutationOptions(), () => null);
  if (!query.data) return <NotLoaded query={query} className="h-40" />;
  const role = query.data;
  const held = members.data?.length ?? 0;

  const nameOf = ({ name, email }: { name: string | null; email: string | null }) =>
    name ?? email ?? t("The account");
  const takeAway = async (userId: number, name: string) => {
    try {
      await revoke({ userId, roleId });
      toast.success(t("{name} no longer holds {role}.", { name, role: role.name }), {
        action: { label: t("Undo"), onClick: () => void grant({ userId, roleId }) },
      });
    } catch (error) {
      toast.error((error as Error).message);
    }
  };
  return (
    <>
      <PageHeader
        trail={[{ label: t("Roles"), href: `/${tenant}/roles` }]}
        title={role.name}
        description={role.description}
        actions={
          <>
            <Button onClick={() => setOpen("edit")}>
              <Pencil aria-hidden />
              {t("Edit")}
            </Button>
            <Button onClick={() => setOpen("delete")} className="text-danger-text">
              <Trash2 aria-hidden />
              {t("Delete")}
            </Button>
          </>
        }
      />
      <DetailLayout
        aside={
          <>
            <Section title={t("Details")} flush>
              <Facts
                items={[
                  { label: t("Role id"), value: <Code text={String(role.roleId)} label={t("role id")} /> },
                  {
                    label: t("Held by"),
                    value: members.data
                      ? t("{count, plural, one {# subject} other {# subjects}}", { count: held })
                      : "…",
                  },
                ]}
              />
            </Section>
            {mayReadLog && (
              <Section title={t("Activity")} flush>
                <ActivityFeed target={`role:${roleId}`} moreHref={`/${tenant}/audit?target=role:${roleId}`} />
              </Section>
            )}
          </>
        }
      >
        <QueryTable
          query={members}
          id="role-members"
          label={t("Members")}
          columns={[
            {
              id: "name",
              header: t("Member"),
              width: 16,
              cell: (member) => (
                <span className="flex items-center gap-2.5">
                  <Avatar name={nameOf(member)} />
                  {nameOf(member)}
                </span>
              ),
            },
            {
              id: "email",
              header: t("E-mail"),
              width: 16,
              cell: (member) =>
                member.email ?? <span className="text-ink-faint">{t("Service account")}</span>,
            },
            {
              id: "remove",
              header: "",
              align: "right",
              cell: (member) => (
                <IconButton
                  className="relative z-10"
                  label={t("Take the role from {name}", { name: nameOf(member) })}
                  onClick={() => void takeAway(member.userId, nameOf(member))}
                >
                  <X />
                </IconButton>
              ),
            },
          ]}
          rows={members.data}
          rowKey={(member) => member.userId}
          rowHref={(member) =>
            member.email === null
              ? `/${tenant}/service-accounts/${member.userId}`
              : `/${tenant}/users/${member.userId}`
          }
          empty={
            <EmptyState icon={Users} title={t("Nobody holds this role")}>
              {t("Grant it on a person’s page.")}
            </EmptyState>
          }
        />
      </DetailLayout>
      <RoleDialog open={open === "edit"} onOpenChange={(next) => setOpen(next ? "edit" : null)} role={role} />
      <ConfirmDialog
        open={open === "delete"}
        onOpenChange={(next) => setOpen(next ? "delete" : null)}
        title={t("Delete the role {name}?", { name: role.name })}
        action={t("Delete role")}
        danger
        {...(held > 0 && { typed: role.name })}
        onConfirm={() => remove({ roleId })}
      >
        <p>
          {t(
            "{count, plural, =0 {Nobody holds it.} one {# subject loses it at once.} other {# subjects lose it at once.}} This cannot be undone.",
            { count: held },
          )}
        </p>
      </ConfirmDialog>
    </>
  );
}
