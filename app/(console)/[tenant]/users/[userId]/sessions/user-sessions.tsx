"use client";

import { useQuery } from "@tanstack/react-query";
import { LogOut, MonitorSmartphone } from "lucide-react";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import { DataTable, type Column } from "@/components/data-table/data-table";
import { Button } from "@/components/ui/button";
import { Badge, EmptyState } from "@/components/ui/feedback";
import { FilterSelect } from "@/components/ui/input";
import { ConfirmDialog } from "@/components/ui/overlay";
import { RelativeTime } from "@/components/ui/text";
import type { SessionRow } from "@/server/domain/sessions/sessions.schema";
import { useBrowserName } from "@/components/ui/use-browser-name";
import { QueryError } from "../../../../_frame/query-error";
import { useAction } from "../../../../_frame/use-action";
import { isLive } from "../../user-state";

const states = ["all", "live", "ended"] as const;

const stateOf = (session: SessionRow) =>
  isLive(session) ? (
    <Badge tone="success">Live</Badge>
  ) : session.revokedAt ? (
    <Badge>Ended</Badge>
  ) : (
    <Badge>Run out</Badge>
  );

/** Where a person is signed in, and was; each can be ended, or all at once. */
export function UserSessions({ userId, mayEnd }: { userId: number; mayEnd: boolean }) {
  const trpc = useTRPC();
  const browserName = useBrowserName();
  const query = useQuery(trpc.sessions.rows.queryOptions({ userId }));
  const [state, setState] = useQueryState("state", parseAsStringLiteral(states).withDefault("all"));
  const [asked, setAsked] = useState<SessionRow | "all" | null>(null);
  const end = useAction(trpc.sessions.revoke.mutationOptions(), () => "The session was ended.");
  const endAll = useAction(trpc.sessions.revokeAll.mutationOptions(), ({ revokedCount }) =>
    revokedCount === 1 ? "One session was ended." : `${revokedCount} sessions were ended.`,
  );
  const live = query.data?.filter(isLive).length ?? 0;
  const rows = query.data?.filter((session) => state === "all" || isLive(session) === (state === "live"));
  const columns: Column<SessionRow>[] = [
    {
      id: "where",
      header: "Where",
      width: 11,
      cell: (session) => (
        <span className="block max-w-64 truncate" title={session.userAgent ?? undefined}>
          {session.device ?? browserName(session.userAgent)}
          {session.actedBy && (
            <span className="block truncate text-sm text-warning-text" title={session.actedBy}>
              {session.actedBy}, acting as them
            </span>
          )}
        </span>
      ),
    },
    { id: "state", header: "State", width: 6, cell: stateOf },
    {
      id: "ip",
      header: "Address",
      width: 7,
      cell: (session) => <code className="font-mono text-xs text-ink-soft">{session.ip ?? "—"}</code>,
      hideable: true,
    },
    {
      id: "place",
      header: "Place",
      width: 6,
      cell: (session) =>
        session.place ?? session.country ?? <span className="text-ink-faint">Not known</span>,
      hideable: true,
    },
    {
      id: "methods",
      header: "Signed in by",
      width: 7,
      cell: (session) => session.methods.join(", ") || <span className="text-ink-faint">—</span>,
      hideable: true,
    },
    {
      id: "trusted",
      header: "Trusted",
      width: 5,
      cell: (session) => (session.isTrusted ? <Badge tone="info">Trusted</Badge> : "—"),
      hideable: true,
    },
    { id: "begun", header: "Begun", width: 6, cell: (session) => <RelativeTime at={session.createdAt} /> },
    {
      id: "end",
      header: "Ends",
      width: 6,
      cell: (session) => (
        <RelativeTime at={session.revokedAt ?? session.expiresAt} className="text-ink-soft" />
      ),
      hideable: true,
    },
    ...(mayEnd
      ? [
          {
            id: "actions",
            header: "",
            align: "right" as const,
            cell: (session: SessionRow) =>
              isLive(session) && (
                <Button size="sm" onClick={() => setAsked(session)}>
                  End
                  <span className="sr-only">session from {session.ip}</span>
                </Button>
              ),
          },
        ]
      : []),
  ];
  return (
    <>
      <DataTable
        id="user-sessions"
        label="Sessions"
        columns={columns}
        rows={rows}
        rowKey={(session) => session.sessionId}
        toolbar={
          <>
            <FilterSelect
              label="State"
              value={state}
              options={[
                { value: "all", label: "All sessions" },
                { value: "live", label: "Live" },
                { value: "ended", label: "Ended" },
              ]}
              onChange={(next) => void setState(next as "all")}
            />
            {mayEnd && (
              <Button disabled={live === 0} onClick={() => setAsked("all")} className="text-danger-text">
                <LogOut aria-hidden />
                End all sessions
              </Button>
            )}
          </>
        }
        error={query.isError && <QueryError error={query.error} retry={() => void query.refetch()} />}
        empty={
          <EmptyState
            icon={MonitorSmartphone}
            title={state === "all" ? "Never signed in" : "No session of this state"}
          />
        }
      />
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={() => setAsked(null)}
        title={asked === "all" ? "End all sessions?" : "End this session?"}
        action={asked === "all" ? "End all sessions" : "End session"}
        danger
        onConfirm={async () =>
          asked === "all" ? endAll({ userId }) : asked && end({ userId, sessionId: asked.sessionId })
        }
      >
        <p>
          {asked === "all"
            ? `They are signed out everywhere at once (${live} live ${live === 1 ? "session" : "sessions"}).`
            : `They are signed out there at once (${asked?.device ?? asked?.ip ?? "unknown place"}).`}{" "}
          The tokens that apps got in {asked === "all" ? "them" : "it"} end, too. They can sign in again.
        </p>
      </ConfirmDialog>
    </>
  );
}
