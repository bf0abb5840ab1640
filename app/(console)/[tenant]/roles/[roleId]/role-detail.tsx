"use client";

import { useQuery } from "@tanstack/react-query";
import { Pencil, Trash2 } from "lucide-react";
import { useExtracted } from "next-intl";
import { useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import { lateDialog } from "@/components/ui/dialog/late-dialog";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/dialog/overlay";
import { DetailLayout, Facts, PageHeader, Section } from "@/components/ui/page/page";
import { Code } from "@/components/ui/text";
import { ActivityFeed } from "../../../_frame/log/activity-feed";
import { NotLoaded } from "../../../_frame/records/not-loaded";
import { useRemoval } from "../../../_frame/use-action";
import { RoleMembers, useRoleMembers } from "./role-members";

const RoleDialog = lateDialog(() => import("../role-dialog").then((module) => module.RoleDialog));

/** Page of one role with its members. */
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
  const members = useRoleMembers(roleId).query;
  const [open, setOpen] = useState<"edit" | "delete" | null>(null);
  const remove = useRemoval(trpc.roles.remove.mutationOptions(), `/${tenant}/roles`, () =>
    t("The role was deleted."),
  );
  if (!query.data) return <NotLoaded page query={query} className="h-40" />;
  const role = query.data;
  const held = members.data?.holders ?? 0;
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
                    label: t("Assigned to"),
                    value: members.data
                      ? t("{count, plural, =0 {no accounts} one {# account} other {# accounts}}", {
                          count: held,
                        })
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
        <RoleMembers tenant={tenant} role={role} />
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
            "{count, plural, =0 {It is not assigned.} one {# account loses it at once.} other {# accounts lose it at once.}} This cannot be undone.",
            { count: held },
          )}
        </p>
      </ConfirmDialog>
    </>
  );
}
