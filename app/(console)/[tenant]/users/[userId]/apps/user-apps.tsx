"use client";

import { useQuery } from "@tanstack/react-query";
import { LayoutGrid } from "lucide-react";
import { useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import { DataTable, type Column } from "@/components/data-table/data-table";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/feedback";
import { ConfirmDialog } from "@/components/ui/overlay";
import { RelativeTime } from "@/components/ui/text";
import { QueryError } from "../../../../_frame/query-error";
import { useAction } from "../../../../_frame/use-action";

interface Connected {
  appId: number;
  name: string;
  scopes: string[];
  authorizedAt: string;
  lastTokenIssuedAt: string | null;
}

/** The apps that a person agreed to; each authorization can be withdrawn. */
export function UserApps({
  tenant,
  userId,
  mayOpenApps,
}: {
  tenant: string;
  userId: number;
  mayOpenApps: boolean;
}) {
  const trpc = useTRPC();
  const query = useQuery(trpc.connectedApps.ofUser.queryOptions({ userId }));
  const [asked, setAsked] = useState<Connected | null>(null);
  const withdraw = useAction(
    trpc.connectedApps.withdraw.mutationOptions(),
    () => "The authorization was withdrawn.",
  );
  const columns: Column<Connected>[] = [
    {
      id: "name",
      header: "App",
      width: 14,
      cell: (app) => <span className="inline-block max-w-64 truncate align-bottom">{app.name}</span>,
    },
    {
      id: "scopes",
      header: "May",
      width: 14,
      cell: (app) => <span className="font-mono text-xs text-ink-soft">{app.scopes.join(" ")}</span>,
    },
    { id: "since", header: "Authorized", width: 8, cell: (app) => <RelativeTime at={app.authorizedAt} /> },
    {
      id: "token",
      header: "Last token",
      width: 8,
      cell: (app) =>
        app.lastTokenIssuedAt ? (
          <RelativeTime at={app.lastTokenIssuedAt} />
        ) : (
          <span className="text-ink-faint">Never</span>
        ),
    },
    {
      id: "actions",
      header: "",
      align: "right",
      cell: (app) => (
        <Button size="sm" className="relative z-10" onClick={() => setAsked(app)}>
          Withdraw
          <span className="sr-only">authorization of {app.name}</span>
        </Button>
      ),
    },
  ];
  return (
    <>
      <DataTable
        id="user-apps"
        label="Connected apps"
        columns={columns}
        rows={query.data}
        rowKey={(app) => app.appId}
        {...(mayOpenApps && { rowHref: (app: Connected) => `/${tenant}/apps/${app.appId}` })}
        error={query.isError && <QueryError error={query.error} retry={() => void query.refetch()} />}
        empty={
          <EmptyState icon={LayoutGrid} title="No connected apps">
            Apps appear here when the person signs in to them and agrees.
          </EmptyState>
        }
      />
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={() => setAsked(null)}
        title={`Withdraw the authorization of ${asked?.name ?? ""}?`}
        action="Withdraw"
        danger
        onConfirm={async () => asked && withdraw({ userId, appId: asked.appId })}
      >
        <p>
          The app’s tokens of this person end at once. They may still open it: the next sign-in asks them to
          agree again.
        </p>
      </ConfirmDialog>
    </>
  );
}
