"use client";

import { useQuery } from "@tanstack/react-query";
import { Scale } from "lucide-react";
import { useExtracted } from "next-intl";
import Link from "next/link";
import { useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import type { Column } from "@/components/data-table/data-table";
import { LinkButton } from "@/components/ui/link-button";
import { Callout, EmptyState } from "@/components/ui/feedback";
import { ConfirmDialog } from "@/components/ui/dialog/overlay";
import { PageHeader } from "@/components/ui/page/page";
import { Switch } from "@/components/ui/input/switch";
import type { GovernedRole } from "@/server/domain/scim-tokens/scim-tokens.schema";
import { SearchedTable } from "../../_frame/lists/searched-table";
import { useAction } from "../../_frame/use-action";

/** Chooses the roles that identity providers may assign. */
export function GovernedRoles({ tenant }: { tenant: string }) {
  const t = useExtracted("governance");
  const trpc = useTRPC();
  const query = useQuery(trpc.scim.roles.queryOptions({}));
  const [asked, setAsked] = useState<GovernedRole | null>(null);
  const set = useAction(trpc.scim.setRoleGoverned.mutationOptions(), ({ name, governed }) =>
    governed
      ? t("Providers can now govern {role}.", { role: name })
      : t("Providers can no longer govern {role}.", { role: name }),
  );
  const columns: Column<GovernedRole>[] = [
    {
      id: "name",
      header: t("Role"),
      width: 14,
      cell: ({ name }) => <span className="block max-w-72 truncate">{name}</span>,
    },
    {
      id: "governed",
      header: t("Governed by the provider"),
      width: 10,
      cell: (role) => (
        <span className="relative z-10 inline-flex align-middle">
          <Switch
            aria-label={t("Let providers govern {role}", { role: role.name })}
            checked={role.governed}
            onCheckedChange={() => setAsked(role)}
          />
        </span>
      ),
    },
    {
      id: "linked",
      header: t("Linked by a provider"),
      width: 12,
      cell: ({ governed, externalId }) =>
        externalId === null ? (
          <span className="text-ink-faint">{governed ? t("Not yet") : "–"}</span>
        ) : (
          <code className="block max-w-56 truncate font-mono text-sm text-ink-soft" title={externalId}>
            {externalId}
          </code>
        ),
      hideable: true,
    },
    {
      id: "description",
      header: t("Description"),
      width: 18,
      cell: ({ description }) => <span className="block max-w-md truncate text-ink-soft">{description}</span>,
      hideable: true,
    },
  ];
  return (
    <>
      <PageHeader
        title={t("Governance")}
        description={t("Roles that your identity provider may grant and remove.")}
      />
      <div className="space-y-4">
        <Callout title={t("What “governed” means")}>
          {t.rich(
            "Every provider with a <link>SCIM token</link> sees a governed role as a group and decides who has it. The provider cannot rename or delete the role, and sees no other roles. People who have the role when it becomes governed may lose it at the provider’s first sync.",
            {
              link: (chunks) => (
                <Link href={`/${tenant}/scim`} className="underline">
                  {chunks}
                </Link>
              ),
            },
          )}
        </Callout>
        <SearchedTable
          query={query}
          id="governed-roles"
          label={t("Roles")}
          columns={columns}
          search={{
            label: t("Search roles"),
            textOf: ({ name, description }) => [name, description],
            none: t("No role matches"),
            icon: Scale,
          }}
          rowKey={({ roleId }) => roleId}
          rowHref={({ roleId }) => `/${tenant}/roles/${roleId}`}
          empty={
            <EmptyState
              icon={Scale}
              title={t("No roles yet")}
              action={<LinkButton href={`/${tenant}/roles`}>{t("Create a role")}</LinkButton>}
            >
              {t("Roles of the organization can be governed; those of apps cannot.")}
            </EmptyState>
          }
        />
      </div>
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={() => setAsked(null)}
        title={
          asked?.governed
            ? t("Stop providers from governing {role}?", { role: asked.name })
            : t("Let providers govern {role}?", { role: asked?.name ?? "" })
        }
        action={asked?.governed ? t("Stop governance") : t("Let providers govern")}
        onConfirm={async () => asked && set({ roleId: asked.roleId, governed: !asked.governed })}
      >
        <p>
          {asked?.governed
            ? t(
                "Providers no longer see the role. Everyone who has it keeps it. From now on only administrators grant it.",
              )
            : t(
                "Every provider with a SCIM token can see who has the role, grant it and remove it, also from people who have it today.",
              )}
        </p>
      </ConfirmDialog>
    </>
  );
}
