"use client";

import { useQuery } from "@tanstack/react-query";
import { CirclePause, CirclePlay, KeyRound, Trash2 } from "lucide-react";
import { useExtracted } from "next-intl";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { toast } from "@/components/toast";
import { useTRPC } from "@/components/data/trpc";
import { Button } from "@/components/ui/button";
import { LinkButton } from "@/components/ui/link-button";
import { Badge, Callout } from "@/components/ui/feedback";
import { DetailLayout, Facts, PageHeader, Section } from "@/components/ui/page/page";
import { Code, RelativeTime } from "@/components/ui/text";
import { ActivityFeed } from "../../../_frame/log/activity-feed";
import { NotLoaded } from "../../../_frame/records/not-loaded";
import { useAction } from "../../../_frame/use-action";
import { ServiceAccountDialogs, type AccountAsked } from "../account-dialogs";
import { EffectiveAccess } from "./effective-access";

/** Page of one service account, with its credentials and permissions. */
export function ServiceAccountDetail({
  tenant,
  userId,
  mayOpenCredentials,
  mayOpenApps,
  mayReadLog,
}: {
  tenant: string;
  userId: number;
  mayOpenCredentials: boolean;
  mayOpenApps: boolean;
  mayReadLog: boolean;
}) {
  const t = useExtracted("service-accounts");
  const trpc = useTRPC();
  const router = useRouter();
  const query = useQuery(trpc.serviceAccounts.access.queryOptions({ userId }));
  const [asked, setAsked] = useState<AccountAsked | null>(null);
  const reactivate = useAction(trpc.serviceAccounts.reactivate.mutationOptions(), () =>
    t("The service account is active again."),
  );
  if (!query.data) return <NotLoaded page query={query} className="h-40" />;
  const account = query.data;
  const active = account.status === "active";
  return (
    <>
      <PageHeader
        trail={[{ label: t("Service accounts"), href: `/${tenant}/service-accounts` }]}
        title={account.name}
        meta={active ? <Badge tone="success">{t("Active")}</Badge> : <Badge>{t("Suspended")}</Badge>}
        actions={
          <>
            {mayOpenCredentials && (
              <LinkButton href={`/${tenant}/api-access?new=true&account=${userId}`}>
                <KeyRound aria-hidden />
                {t("New credential")}
              </LinkButton>
            )}
            {active ? (
              <Button onClick={() => setAsked({ what: "suspend", account })}>
                <CirclePause aria-hidden />
                {t("Suspend")}
              </Button>
            ) : (
              <Button onClick={() => reactivate({ userId }).catch(toast.refused)}>
                <CirclePlay aria-hidden />
                {t("Reactivate")}
              </Button>
            )}
            <Button className="text-danger-text" onClick={() => setAsked({ what: "remove", account })}>
              <Trash2 aria-hidden />
              {t("Remove")}
            </Button>
          </>
        }
      />
      <DetailLayout
        aside={
          <>
            <Section title={t("Details")} flush>
              <Facts
                items={[
                  { label: t("User id"), value: <Code text={String(userId)} label={t("user id")} /> },
                  { label: t("Created"), value: <RelativeTime at={account.createdAt} /> },
                ]}
              />
            </Section>
            {mayReadLog && (
              <Section title={t("Activity")} flush>
                <ActivityFeed target={`user:${userId}`} moreHref={`/${tenant}/audit?target=user:${userId}`} />
              </Section>
            )}
          </>
        }
      >
        {!active && (
          <Callout tone="warning" title={t("Service account suspended")}>
            {t(
              "While it is suspended, its credentials and apps get no tokens. Tokens already issued are invalid.",
            )}
          </Callout>
        )}
        <EffectiveAccess tenant={tenant} account={account} mayOpenCredentials={mayOpenCredentials} />
        <Section title={t("Linked apps")}>
          {account.apps.length === 0 ? (
            <p className="text-ink-soft">{t("No app is linked to it.")}</p>
          ) : (
            <ul className="space-y-1.5">
              {account.apps.map(({ appId, name, clientId }) => (
                <li key={appId} className="flex flex-wrap items-center justify-between gap-x-4">
                  {mayOpenApps ? (
                    <Link
                      href={`/${tenant}/apps/${appId}`}
                      className="min-w-0 truncate text-accent-text underline"
                    >
                      {name}
                    </Link>
                  ) : (
                    <span className="min-w-0 truncate">{name}</span>
                  )}
                  <Code text={clientId} label={t("client id of {name}", { name })} />
                </li>
              ))}
            </ul>
          )}
        </Section>
        <Section
          title={t("Roles")}
          description={t(
            "Roles that apps read from its tokens. They do not extend what its credentials may do.",
          )}
        >
          {account.roles.length === 0 ? (
            <p className="text-ink-soft">{t("It has no role.")}</p>
          ) : (
            <ul className="flex flex-wrap gap-1.5">
              {account.roles.map(({ roleId, name, appName }) => (
                <li key={roleId} className="max-w-full">
                  <Badge>
                    <span className="truncate">
                      {appName === null ? name : t("{role} in {app}", { role: name, app: appName })}
                    </span>
                  </Badge>
                </li>
              ))}
            </ul>
          )}
        </Section>
      </DetailLayout>
      <ServiceAccountDialogs
        asked={asked}
        onClose={() => setAsked(null)}
        onRemoved={() => router.push(`/${tenant}/service-accounts`)}
      />
    </>
  );
}
