"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { useExtracted } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { Badge, Skeleton } from "@/components/ui/feedback";
import { DetailLayout, Facts, Section } from "@/components/ui/page/page";
import { Address, Code, ExactTime, RelativeTime } from "@/components/ui/text";
import { useUserFieldWords } from "@/components/user-field-words";
import { userFieldNames } from "@/server/kernel/user-fields";
import type { UserProfile } from "@/server/domain/users/users.schema";
import { Search } from "lucide-react";
import { parseAsInteger, useQueryState } from "nuqs";
import { Button } from "@/components/ui/button";
import { Combobox } from "@/components/ui/menu/combobox";
import { ActivityFeed } from "../../../_frame/log/activity-feed";
import { isLive } from "../user-state";
import { LinkedIdentities } from "./linked-identities";
import { AccessAnswer } from "../../../_frame/sign-ins/access-explanation";
import { SimulatedSignIn, useSimulation } from "../../../_frame/sign-ins/simulated-sign-in";

/** Overview of a user: identifiers, recent sessions, roles, access check and recent events. */
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
  const t = useExtracted("users");
  const words = useUserFieldWords();
  const { data } = useQuery(useTRPC().users.profile.queryOptions({ userId }));
  if (!data) return <Skeleton className="h-40" />;
  const { user, sessions, roles } = data;
  const proof = (at: string | null) =>
    at ? <Badge tone="success">{t("Verified")}</Badge> : <Badge>{t("Not verified")}</Badge>;
  const profile = userFieldNames.map((name) => ({
    label: words(name),
    value: user[name] && (
      <span className="flex flex-wrap items-center gap-2">
        <span className="min-w-0 break-words">{user[name]}</span>
        {name === "phone" && proof(user.phoneVerifiedAt)}
      </span>
    ),
  }));
  const optional = [...profile, { label: t("External id"), value: user.externalId }].filter(
    ({ value }) => value,
  );
  return (
    <DetailLayout
      aside={
        <>
          <Section title={t("Details")} flush>
            <Facts
              items={[
                { label: t("User id"), value: <Code text={String(user.userId)} label={t("user id")} /> },
                {
                  label: t("E-mail"),
                  value: (
                    <span className="flex flex-wrap items-center gap-2">
                      {user.email && <Address>{user.email}</Address>}
                      {proof(user.emailVerifiedAt)}
                    </span>
                  ),
                },
                { label: t("Password"), value: user.hasPassword ? t("Set") : t("None") },
                ...optional,
                { label: t("Created"), value: <ExactTime at={user.createdAt} /> },
              ]}
            />
          </Section>
          <Section title={t("Latest sessions")} flush>
            <Sessions sessions={sessions.slice(0, 5)} />
          </Section>
        </>
      }
    >
      <Section title={t("Roles")}>
        <Roles roles={roles} href={`/${tenant}/users/${userId}/roles`} />
      </Section>
      <LinkedIdentities tenant={tenant} userId={userId} mayOpenProviders={mayOpenProviders} />
      {mayAskApps && <UserAccessCheck tenant={tenant} userId={userId} />}
      {mayReadLog && (
        <Section title={t("Activity")} flush>
          <ActivityFeed target={`user:${userId}`} moreHref={`/${tenant}/users/${userId}/activity`} />
        </Section>
      )}
    </DetailLayout>
  );
}

function Roles({ roles, href }: Pick<UserProfile, "roles"> & { href: string }) {
  const t = useExtracted("users");
  return (
    <p className="flex flex-wrap items-center gap-1.5">
      {roles.length === 0 && <span className="text-ink-soft">{t("None.")}</span>}
      {roles.map(({ roleId, name, appName }) => (
        <Badge key={roleId}>{appName ? t("{role} in {app}", { role: name, app: appName }) : name}</Badge>
      ))}
      <Link href={href} className="rounded px-1 text-accent-text hover:underline">
        {t("Grant or remove")}
      </Link>
    </p>
  );
}

function Sessions({ sessions }: Pick<UserProfile, "sessions">) {
  const t = useExtracted("users");
  if (sessions.length === 0) return <p className="px-4 py-3 text-ink-soft">{t("Never signed in.")}</p>;
  return (
    <ul className="divide-y divide-line">
      {sessions.map((session) => (
        <li key={session.sessionId} className="flex items-center justify-between gap-2 px-4 py-2">
          <span className="min-w-0">
            <span className="block truncate font-mono text-sm">{session.ip ?? t("Unknown address")}</span>
            <RelativeTime at={session.createdAt} className="text-sm text-ink-faint" />
          </span>
          {isLive(session) ? <Badge tone="success">{t("Active")}</Badge> : <Badge>{t("Ended")}</Badge>}
        </li>
      ))}
    </ul>
  );
}

/** Shows if this user can open a chosen app now. The query of the page stores the id of the app. */
function UserAccessCheck({ tenant, userId }: { tenant: string; userId: number }) {
  const t = useExtracted("users");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [appId, setAppId] = useQueryState("app", parseAsInteger.withOptions({ history: "replace" }));
  const simulation = useSimulation();
  const search = async (text: string) => {
    const apps = await queries.fetchQuery(trpc.apps.list.queryOptions({}));
    return apps
      .filter(({ name, clientId }) => `${name} ${clientId}`.toLowerCase().includes(text.toLowerCase()))
      .slice(0, 50)
      .map((app) => ({ id: String(app.appId), label: app.name, hint: app.clientId }));
  };
  return (
    <Section
      title={t("Check access to an app")}
      description={t("All facts that determine access, and where to change them.")}
      actions={
        <Combobox
          label={t("Find an app")}
          placeholder={t("App…")}
          align="end"
          search={search}
          onPick={({ id }) => void setAppId(Number(id))}
          trigger={
            <Button size="sm">
              <Search aria-hidden />
              {appId === null ? t("Choose an app") : t("Another app")}
            </Button>
          }
        />
      }
    >
      {appId === null ? (
        <p className="text-ink-soft">{t("Choose an app to see whether they could open it, and why.")}</p>
      ) : (
        <div className="space-y-3">
          <AccessAnswer tenant={tenant} input={{ userId, appId, ...simulation }} />
          <SimulatedSignIn />
        </div>
      )}
    </Section>
  );
}
