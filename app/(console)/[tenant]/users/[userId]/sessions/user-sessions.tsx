"use client";

import { useQuery } from "@tanstack/react-query";
import { LogOut, MonitorSmartphone } from "lucide-react";
import { useExtracted } from "next-intl";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import type { Column } from "@/components/data-table/data-table";
import { Button } from "@/components/ui/button";
import { Badge, EmptyState } from "@/components/ui/feedback";
import { FilterSelect } from "@/components/ui/input/input";
import { ConfirmDialog } from "@/components/ui/dialog/overlay";
import { RelativeTime } from "@/components/ui/text";
import type { SessionRow } from "@/server/domain/sessions/sessions.schema";
import { useBrowserName, useDeviceName } from "@/components/ui/format/use-browser-name";
import { useDeviceColumns } from "../../../../_frame/device-columns";
import { QueryTable } from "../../../../_frame/lists/query-table";
import { useProofWords } from "../../../../_frame/sign-ins/sign-in-words";
import { useAction } from "../../../../_frame/use-action";
import { isLive } from "../../user-state";

const states = ["all", "live", "ended"] as const;

function SessionState({ session }: { session: SessionRow }) {
  const t = useExtracted("users");
  if (isLive(session)) return <Badge tone="success">{t("Active")}</Badge>;
  return <Badge>{session.revokedAt ? t("Ended") : t("Expired")}</Badge>;
}

/** Returns the columns of the list of sessions. If `onEnd` is given, the last column has a button that ends the session. */
function useColumns(onEnd: ((session: SessionRow) => void) | null): Column<SessionRow>[] {
  const t = useExtracted("users");
  const browserName = useBrowserName();
  const deviceName = useDeviceName();
  const proofWords = useProofWords();
  const { from } = useDeviceColumns();
  return [
    {
      id: "where",
      header: t("Where"),
      width: 11,
      cell: (session) => (
        <span className="block max-w-64 truncate" title={session.userAgent ?? undefined}>
          {session.device === null ? browserName(session.userAgent) : deviceName(session.device)}
          {session.actedBy && (
            <span className="block truncate text-sm text-warning-text" title={session.actedBy}>
              {t("{name}, acting as this user", { name: session.actedBy })}
            </span>
          )}
        </span>
      ),
    },
    { id: "state", header: t("State"), width: 6, cell: (session) => <SessionState session={session} /> },
    { ...from, cell: ({ ip, place, country }) => from.cell({ ip, place: place ?? country }) },
    {
      id: "methods",
      header: t("Signed in with"),
      width: 7,
      cell: (session) =>
        session.methods.map(proofWords).join(", ") || <span className="text-ink-faint">—</span>,
      hideable: true,
    },
    {
      id: "trusted",
      header: t("Trusted"),
      width: 5,
      cell: (session) => (session.isTrusted ? <Badge tone="info">{t("Trusted")}</Badge> : "—"),
      hideable: true,
    },
    {
      id: "begun",
      header: t("Started"),
      width: 6,
      cell: (session) => <RelativeTime at={session.createdAt} />,
    },
    {
      id: "end",
      header: t("Ends"),
      width: 6,
      cell: (session) => (
        <RelativeTime at={session.revokedAt ?? session.expiresAt} className="text-ink-soft" />
      ),
      hideable: true,
    },
    ...(onEnd
      ? [
          {
            id: "actions",
            header: "",
            align: "right" as const,
            cell: (session: SessionRow) =>
              isLive(session) && (
                <Button size="sm" onClick={() => onEnd(session)}>
                  {t.rich("End <hidden>session from {ip}</hidden>", {
                    ip: session.ip ?? "",
                    hidden: (words) => <span className="sr-only">{words}</span>,
                  })}
                </Button>
              ),
          },
        ]
      : []),
  ];
}

/** Lists the current and ended sessions of a user. The administrator can end one session or all sessions. */
export function UserSessions({ userId, mayEnd }: { userId: number; mayEnd: boolean }) {
  const t = useExtracted("users");
  const deviceName = useDeviceName();
  const trpc = useTRPC();
  const query = useQuery(trpc.sessions.rows.queryOptions({ userId }));
  const [state, setState] = useQueryState("state", parseAsStringLiteral(states).withDefault("all"));
  const [asked, setAsked] = useState<SessionRow | "all" | null>(null);
  const end = useAction(trpc.sessions.revoke.mutationOptions(), () => t("The session was ended."));
  const endAll = useAction(trpc.sessions.revokeAll.mutationOptions(), ({ revokedCount }) =>
    t("{count, plural, one {One session was} other {# sessions were}} ended.", { count: revokedCount }),
  );
  const live = query.data?.filter(isLive).length ?? 0;
  const rows = query.data?.filter((session) => state === "all" || isLive(session) === (state === "live"));
  const columns = useColumns(mayEnd ? setAsked : null);
  return (
    <>
      <QueryTable
        query={query}
        id="user-sessions"
        label={t("Sessions")}
        columns={columns}
        rows={rows}
        rowKey={(session) => session.sessionId}
        toolbar={
          <>
            <FilterSelect
              label={t("State")}
              value={state}
              options={[
                { value: "all", label: t("All sessions") },
                { value: "live", label: t("Active") },
                { value: "ended", label: t("Ended") },
              ]}
              onChange={(next) => void setState(next as "all")}
            />
            {mayEnd && (
              <Button disabled={live === 0} onClick={() => setAsked("all")} className="text-danger-text">
                <LogOut aria-hidden />
                {t("End all sessions")}
              </Button>
            )}
          </>
        }
        empty={
          <EmptyState
            icon={MonitorSmartphone}
            title={state === "all" ? t("Never signed in") : t("No sessions with this status")}
          />
        }
      />
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={() => setAsked(null)}
        title={asked === "all" ? t("End all sessions?") : t("End this session?")}
        action={asked === "all" ? t("End all sessions") : t("End session")}
        danger
        onConfirm={async () =>
          asked === "all" ? endAll({ userId }) : asked && end({ userId, sessionId: asked.sessionId })
        }
      >
        <p>
          {asked === "all"
            ? t(
                "The user is signed out everywhere at once ({count, plural, one {# active session} other {# active sessions}}). Tokens that apps got in these sessions end, too. The user can sign in again.",
                { count: live },
              )
            : t(
                "The user is signed out there at once ({place}). Tokens that apps got in this session end, too. The user can sign in again.",
                { place: asked?.device ? deviceName(asked.device) : (asked?.ip ?? t("unknown place")) },
              )}
        </p>
      </ConfirmDialog>
    </>
  );
}
