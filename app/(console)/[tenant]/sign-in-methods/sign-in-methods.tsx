"use client";

import { useQuery } from "@tanstack/react-query";
import { useExtracted } from "next-intl";
import { parseAsString, useQueryState } from "nuqs";
import { useTRPC } from "@/components/data/trpc";
import type { Column } from "@/components/data-table/data-table";
import { Badge } from "@/components/ui/feedback";
import { PageHeader } from "@/components/ui/page/page";
import { Sheet } from "@/components/ui/dialog/sheet";
import { QueryTable } from "../../_frame/lists/query-table";
import { IdentityProviders } from "./identity-providers";
import { MethodApps } from "./method-apps";
import { useMethodWords } from "./words";

export interface Method {
  name: string;
  label: string;
  apps: { appId: number; appName: string; enabled: boolean; approvedAt: string }[];
}

/** Permissions of the administrator: to approve sign-in methods, and to list apps. */
export interface MayApprove {
  approve: boolean;
  listApps: boolean;
}

function useColumns(): Column<Method>[] {
  const t = useExtracted("sign-in-methods");
  const wordsOf = useMethodWords();
  return [
    {
      id: "method",
      header: t("Method"),
      width: 16,
      cell: (method) => wordsOf(method).label,
    },
    {
      id: "what",
      header: t("Description"),
      width: 24,
      cell: (method) => (
        <span className="block max-w-xl whitespace-normal text-ink-soft">{wordsOf(method).meaning}</span>
      ),
    },
    {
      id: "approved",
      header: t("Approved for"),
      width: 8,
      cell: ({ apps }) =>
        apps.length === 0 ? (
          <span className="text-ink-faint">{t("No app")}</span>
        ) : (
          t("{count, plural, one {# app} other {# apps}}", { count: apps.length })
        ),
    },
    {
      id: "on",
      header: t("Switched on in"),
      width: 12,
      cell: ({ apps }) => (
        <OnIn names={apps.filter(({ enabled }) => enabled).map(({ appName }) => appName)} />
      ),
    },
  ];
}

const OnIn = ({ names }: { names: string[] }) => {
  const t = useExtracted("sign-in-methods");
  return names.length === 0 ? (
    <Badge>{t("Off")}</Badge>
  ) : (
    <span className="flex max-w-64 items-center gap-2">
      <Badge tone="success">{t("On")}</Badge>
      <span className="truncate" title={names.join(", ")}>
        {names.join(", ")}
      </span>
    </span>
  );
};

/** Lists the installed sign-in methods except passwords and passkeys. Shows the apps that each method is approved for. */
export function SignInMethods({ tenant, may }: { tenant: string; may: MayApprove }) {
  const t = useExtracted("sign-in-methods");
  const columns = useColumns();
  const wordsOf = useMethodWords();
  const query = useQuery(useTRPC().connectors.installed.queryOptions({}));
  const [chosen, setChosen] = useQueryState("method", parseAsString);
  const method = query.data?.find(({ name }) => name === chosen);
  return (
    <>
      <PageHeader
        title={t("Sign-in methods")}
        description={t(
          "Sign-in methods besides password and passkey. Approve a method here for an app before you switch it on there.",
        )}
      />
      <QueryTable
        query={query}
        id="sign-in-methods"
        label={t("Sign-in methods")}
        columns={columns}
        rows={query.data}
        rowKey={({ name }) => name}
        onRowClick={({ name }) => void setChosen(name)}
        empty={null}
      />
      <IdentityProviders tenant={tenant} />
      <Sheet
        open={method !== undefined}
        onOpenChange={(open) => !open && void setChosen(null)}
        title={method ? wordsOf(method).label : ""}
        description={method && wordsOf(method).meaning}
      >
        {method && <MethodApps tenant={tenant} method={method} may={may} />}
      </Sheet>
    </>
  );
}
