"use client";

import { useExtracted } from "next-intl";
import type { ReactNode } from "react";
import type { Column } from "@/components/data-table/data-table";
import { Badge } from "@/components/ui/feedback";
import { useCreatedColumn, useLastTimeColumn, useClientIdColumn } from "../lists/time-columns";

/** Common properties of an organization's credentials and the platform's credentials. */
export interface ListedCredential {
  credentialId: number;
  name: string;
  clientId: string;
  capabilities: string[];
  createdAt: string;
  lastUsedAt: string | null;
  revokedAt: string | null;
}

/** Returns the columns of a list of credentials. `extra` contains additional columns for one kind of credential. */
export function useCredentialColumns<Credential extends ListedCredential>({
  extra,
  stopped,
  menu,
}: {
  extra: Column<Credential>[];
  stopped: (credential: Credential) => boolean;
  menu: (credential: Credential) => ReactNode;
}): Column<Credential>[] {
  const t = useExtracted("console");
  const created = useCreatedColumn<Credential>({
    sortBy: ({ createdAt }) => createdAt,
    hideable: true,
    defaultHidden: true,
  });
  const clientId = useClientIdColumn<Credential>();
  const used = useLastTimeColumn<Credential>({ header: t("Last used"), at: (row) => row.lastUsedAt });
  return [
    {
      id: "name",
      sortBy: ({ name }) => name,
      header: t("Name"),
      width: 12,
      cell: ({ name }) => (
        <span className="block max-w-52 truncate" title={name}>
          {name}
        </span>
      ),
    },
    {
      id: "state",
      header: t("State"),
      width: 6,
      cell: (credential) =>
        credential.revokedAt ? (
          <Badge tone="danger">{t("Revoked")}</Badge>
        ) : stopped(credential) ? (
          <Badge tone="warning">{t("Account suspended")}</Badge>
        ) : (
          <Badge tone="success">{t("Active")}</Badge>
        ),
    },
    clientId,
    {
      id: "capabilities",
      sortBy: ({ capabilities }) => capabilities.length,
      header: t("Capabilities"),
      width: 9,
      cell: (credential) => (
        <span title={credential.capabilities.join(", ")} className="block max-w-44 truncate text-ink-soft">
          {credential.capabilities.length === 1
            ? credential.capabilities[0]
            : t("{count} capabilities", { count: String(credential.capabilities.length) })}
        </span>
      ),
      hideable: true,
    },
    ...extra,
    { ...used, hideable: true },
    created,
    {
      id: "actions",
      header: "",
      align: "right",
      cell: (credential) => credential.revokedAt === null && menu(credential),
    },
  ];
}
