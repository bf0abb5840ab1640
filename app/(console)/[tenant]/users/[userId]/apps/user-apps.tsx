"use client";

import { useQuery } from "@tanstack/react-query";
import { LayoutGrid } from "lucide-react";
import { useExtracted } from "next-intl";
import { useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import type { Column } from "@/components/data-table/data-table";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/feedback";
import { ConfirmDialog } from "@/components/ui/dialog/overlay";
import { RelativeTime } from "@/components/ui/text";
import { QueryTable } from "../../../../_frame/lists/query-table";
import { useAction } from "../../../../_frame/use-action";
import { wordOf, type WordTable } from "../../../../_frame/words/word-table";

interface Connected {
  appId: number;
  name: string;
  scopes: string[];
  authorizedAt: string;
  lastTokenIssuedAt: string | null;
}

/** Lists the apps that a user has authorized. The administrator can withdraw each authorization. */
export function UserApps({
  tenant,
  userId,
  mayOpenApps,
}: {
  tenant: string;
  userId: number;
  mayOpenApps: boolean;
}) {
  const t = useExtracted("users");
  const trpc = useTRPC();
  const query = useQuery(trpc.connectedApps.ofUser.queryOptions({ userId }));
  const [asked, setAsked] = useState<Connected | null>(null);
  const withdraw = useAction(trpc.connectedApps.withdraw.mutationOptions(), () =>
    t("The authorization was withdrawn."),
  );
  const scopeWords = useScopeWords();
  const columns: Column<Connected>[] = [
    {
      id: "name",
      header: t("App"),
      width: 9,
      cell: (app) => <span className="inline-block max-w-64 truncate align-bottom">{app.name}</span>,
    },
    {
      id: "scopes",
      header: t("Permissions"),
      width: 14,
      cell: ({ scopes }) => (
        <span className="block max-w-80 text-sm whitespace-normal text-ink-soft" title={scopes.join(" ")}>
          {scopes.map(scopeWords).join(", ")}
        </span>
      ),
    },
    { id: "since", header: t("Authorized"), width: 8, cell: (app) => <RelativeTime at={app.authorizedAt} /> },
    {
      id: "token",
      header: t("Last token"),
      width: 8,
      cell: (app) =>
        app.lastTokenIssuedAt ? (
          <RelativeTime at={app.lastTokenIssuedAt} />
        ) : (
          <span className="text-ink-faint">{t("Never")}</span>
        ),
    },
    {
      id: "actions",
      header: "",
      align: "right",
      cell: (app) => (
        <Button size="sm" className="relative z-10" onClick={() => setAsked(app)}>
          {t.rich("Withdraw <hidden>authorization of {app}</hidden>", {
            app: app.name,
            hidden: (words) => <span className="sr-only">{words}</span>,
          })}
        </Button>
      ),
    },
  ];
  return (
    <>
      <QueryTable
        query={query}
        id="user-apps"
        label={t("Connected apps")}
        columns={columns}
        rows={query.data}
        rowKey={(app) => app.appId}
        {...(mayOpenApps && { rowHref: (app: Connected) => `/${tenant}/apps/${app.appId}` })}
        empty={
          <EmptyState icon={LayoutGrid} title={t("No connected apps")}>
            {t("Apps appear here when the person signs in to them and agrees.")}
          </EmptyState>
        }
      />
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={() => setAsked(null)}
        title={t("Withdraw the authorization of {app}?", { app: asked?.name ?? "" })}
        action={t("Withdraw")}
        danger
        onConfirm={async () => asked && withdraw({ userId, appId: asked.appId })}
      >
        <p>
          {t(
            "The app’s tokens of this person end at once. They may still open it: the next sign-in asks them to agree again.",
          )}
        </p>
      </ConfirmDialog>
    </>
  );
}

/** Returns a function that describes a scope to an administrator. The function returns custom scopes unchanged. */
function useScopeWords(): (scope: string) => string {
  const t = useExtracted("users");
  const words: WordTable = {
    openid: () => t("know who they are"),
    profile: () => t("see their name"),
    email: () => t("see their e-mail address"),
    phone: () => t("see their phone number"),
    roles: () => t("see their roles"),
    offline_access: () => t("keep access while the app is not in use"),
  };
  return (scope) => wordOf(words, scope) ?? scope;
}
