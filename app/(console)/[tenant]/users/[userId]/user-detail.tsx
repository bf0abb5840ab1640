"use client";

import { useQuery } from "@tanstack/react-query";
import { LockKeyhole, LockKeyholeOpen, Pencil, UserRoundCheck, UserRoundX } from "lucide-react";
import { useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import { Button } from "@/components/ui/button";
import { Badge, Callout, Skeleton } from "@/components/ui/feedback";
import { Avatar, DetailLayout, Facts, PageHeader, Section } from "@/components/ui/page";
import { Code, ExactTime, RelativeTime } from "@/components/ui/text";
import type { UserProfile } from "@/server/domain/users/users.schema";
import { ActivityFeed } from "../../../_frame/activity-feed";
import { QueryError } from "../../../_frame/query-error";
import { useAction } from "../../../_frame/use-action";
import { EditUserDialog, LockUserDialog, SuspendUserDialog } from "../user-dialogs";
import { isLive, UserState } from "../user-state";
import { UserRoles } from "./user-roles";

/** One person: what they are, what they hold, and what one can do about it. */
export function UserDetail({
  tenant,
  userId,
  mayGrant,
  mayReadLog,
}: {
  tenant: string;
  userId: number;
  mayGrant: boolean;
  mayReadLog: boolean;
}) {
  const trpc = useTRPC();
  const query = useQuery(trpc.users.profile.queryOptions({ userId }));
  if (query.isError) return <QueryError error={query.error} retry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton className="h-40" />;
  const { user, lock, administrator, sessions } = query.data;
  return (
    <>
      <PageHeader
        trail={[{ label: "Users", href: `/${tenant}/users` }]}
        title={
          <span className="flex items-center gap-3">
            <Avatar name={user.name ?? user.email ?? "?"} />
            <span className="min-w-0 break-words">{user.name ?? user.email}</span>
          </span>
        }
        meta={
          <>
            <UserState status={user.status} locked={lock.locked} />
            {administrator && (
              <Badge tone="info">{administrator === "owner" ? "Owner" : "Administrator"}</Badge>
            )}
            <span className="break-all">{user.email}</span>
          </>
        }
        actions={<Actions profile={query.data} />}
      />
      <DetailLayout
        aside={
          <>
            <Section title="Details" flush>
              <Facts
                items={[
                  { label: "User id", value: <Code text={String(user.userId)} label="user id" /> },
                  { label: "E-mail", value: <span className="break-all">{user.email}</span> },
                  {
                    label: "Address",
                    value: user.emailVerifiedAt ? (
                      <Badge tone="success">Verified</Badge>
                    ) : (
                      <Badge>Not verified</Badge>
                    ),
                  },
                  { label: "Created", value: <ExactTime at={user.createdAt} /> },
                ]}
              />
            </Section>
            <Section title="Sessions" flush>
              <Sessions sessions={sessions} />
            </Section>
          </>
        }
      >
        {lock.locked && (
          <Callout tone="warning" title="Locked">
            {lock.indefinite || lock.lockedUntil === null ? (
              "Until somebody unlocks them."
            ) : (
              <>
                Until <ExactTime at={lock.lockedUntil} />.
              </>
            )}
            {lock.reason && ` Reason: ${lock.reason}`}
          </Callout>
        )}
        <UserRoles profile={query.data} tenant={tenant} mayGrant={mayGrant} />
        {mayReadLog && (
          <Section title="Activity" flush>
            <ActivityFeed target={`user:${userId}`} moreHref={`/${tenant}/audit?target=user:${userId}`} />
          </Section>
        )}
      </DetailLayout>
    </>
  );
}

function Actions({ profile }: { profile: UserProfile }) {
  const { user, lock } = profile;
  const trpc = useTRPC();
  const [open, setOpen] = useState<"edit" | "lock" | "suspend" | null>(null);
  const [pending, setPending] = useState(false);
  const name = user.name ?? user.email;
  const unlock = useAction(trpc.users.unlock.mutationOptions(), () => `${name} is unlocked.`);
  const reactivate = useAction(trpc.users.reactivate.mutationOptions(), () => `${name} is active again.`);
  const run = async (work: Promise<unknown>) => {
    setPending(true);
    await work.finally(() => setPending(false));
  };
  const dialog = (which: typeof open) => ({
    open: open === which,
    onOpenChange: (next: boolean) => setOpen(next ? which : null),
    profile,
  });
  return (
    <>
      <Button onClick={() => setOpen("edit")}>
        <Pencil aria-hidden />
        Edit
      </Button>
      {lock.locked ? (
        <Button loading={pending} onClick={() => void run(unlock({ userId: user.userId }))}>
          <LockKeyholeOpen aria-hidden />
          Unlock
        </Button>
      ) : (
        <Button onClick={() => setOpen("lock")}>
          <LockKeyhole aria-hidden />
          Lock
        </Button>
      )}
      {user.status === "active" ? (
        <Button onClick={() => setOpen("suspend")} className="text-danger-text">
          <UserRoundX aria-hidden />
          Suspend
        </Button>
      ) : (
        <Button
          variant="primary"
          loading={pending}
          onClick={() => void run(reactivate({ userId: user.userId }))}
        >
          <UserRoundCheck aria-hidden />
          Reactivate
        </Button>
      )}
      <EditUserDialog {...dialog("edit")} />
      <LockUserDialog {...dialog("lock")} />
      <SuspendUserDialog {...dialog("suspend")} />
    </>
  );
}

function Sessions({ sessions }: Pick<UserProfile, "sessions">) {
  if (sessions.length === 0) return <p className="px-4 py-3 text-ink-soft">Never signed in.</p>;
  return (
    <ul className="divide-y divide-line">
      {sessions.map((session) => (
        <li key={session.sessionId} className="flex items-center justify-between gap-2 px-4 py-2">
          <span className="min-w-0">
            <span className="block truncate font-mono text-sm">{session.ip ?? "Unknown address"}</span>
            <RelativeTime at={session.createdAt} className="text-sm text-ink-faint" />
          </span>
          {isLive(session) ? <Badge tone="success">Live</Badge> : <Badge>Ended</Badge>}
        </li>
      ))}
    </ul>
  );
}
