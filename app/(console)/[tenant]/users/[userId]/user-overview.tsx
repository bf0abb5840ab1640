"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTRPC } from "@/components/data/trpc";
import { Badge, Skeleton } from "@/components/ui/feedback";
import { DetailLayout, Facts, Section } from "@/components/ui/page";
import { Code, ExactTime, RelativeTime } from "@/components/ui/text";
import type { UserProfile } from "@/server/domain/users/users.schema";
import { ActivityFeed } from "../../../_frame/activity-feed";
import { isLive } from "../user-state";
import { LinkedIdentities } from "./linked-identities";
import { UserAccessCheck } from "./user-access-check";

/** A person at a glance: identifiers, last sessions, roles, whether they could open an app, and what happened lately. */
export function UserOverview({
  tenant,
  userId,
  mayAskApps,
  mayReadLog,
  mayOpenProviders,
}: {
  tenant: string;
  userId: number;
  mayAskApps: boolean;
  mayReadLog: boolean;
  mayOpenProviders: boolean;
}) {
  const { data } = useQuery(useTRPC().users.profile.queryOptions({ userId }));
  if (!data) return <Skeleton className="h-40" />;
  const { user, sessions, roles } = data;
  const optional = [
    { label: "User name", value: user.userName },
    { label: "Telephone", value: user.phone },
    { label: "External id", value: user.externalId },
  ].flatMap(({ label, value }) => (value === null ? [] : [{ label, value }]));
  return (
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
                { label: "Password", value: user.hasPassword ? "Set" : "None" },
                ...optional,
                { label: "Created", value: <ExactTime at={user.createdAt} /> },
              ]}
            />
          </Section>
          <Section title="Latest sessions" flush>
            <Sessions sessions={sessions.slice(0, 5)} />
          </Section>
        </>
      }
    >
      <Section title="Roles">
        <Roles roles={roles} href={`/${tenant}/users/${userId}/roles`} />
      </Section>
      <LinkedIdentities tenant={tenant} userId={userId} mayOpenProviders={mayOpenProviders} />
      {mayAskApps && <UserAccessCheck tenant={tenant} userId={userId} />}
      {mayReadLog && (
        <Section title="Activity" flush>
          <ActivityFeed target={`user:${userId}`} moreHref={`/${tenant}/users/${userId}/activity`} />
        </Section>
      )}
    </DetailLayout>
  );
}

function Roles({ roles, href }: Pick<UserProfile, "roles"> & { href: string }) {
  return (
    <p className="flex flex-wrap items-center gap-1.5">
      {roles.length === 0 && <span className="text-ink-soft">None.</span>}
      {roles.map(({ roleId, name, appName }) => (
        <Badge key={roleId}>{appName ? `${name} in ${appName}` : name}</Badge>
      ))}
      <Link href={href} className="rounded px-1 text-accent-text hover:underline">
        Grant or take away
      </Link>
    </p>
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
