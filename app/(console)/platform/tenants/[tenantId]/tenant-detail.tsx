"use client";

import { useQuery } from "@tanstack/react-query";
import { CirclePause, CirclePlay } from "lucide-react";
import { useExtracted } from "next-intl";
import { useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import { Button } from "@/components/ui/button";
import { Badge, Callout } from "@/components/ui/feedback";
import { ConfirmDialog } from "@/components/ui/dialog/overlay";
import { Avatar, DetailLayout, Facts, PageHeader, Section } from "@/components/ui/page/page";
import { Code, ExactTime } from "@/components/ui/text";
import { PlatformActivityFeed } from "../../../_frame/log/activity-feed";
import { NotLoaded } from "../../../_frame/records/not-loaded";
import { useAction } from "../../../_frame/use-action";
import { useCounted } from "../../../_frame/lists/use-counted";

/** Page of one organization for platform administrators. */
export function TenantDetail({ tenantId, mayReadLog }: { tenantId: number; mayReadLog: boolean }) {
  const t = useExtracted("platform");
  const counted = useCounted();
  const trpc = useTRPC();
  const query = useQuery(trpc.platform.tenants.detail.queryOptions({ tenantId }));
  const [asking, setAsking] = useState(false);
  const setStatus = useAction(trpc.platform.tenants.setStatus.mutationOptions(), ({ status }) =>
    status === "active" ? t("The organization is active again.") : t("The organization is suspended."),
  );
  if (!query.data) return <NotLoaded page query={query} className="h-40" />;
  const tenant = query.data;
  const suspended = tenant.status === "suspended";
  return (
    <>
      <PageHeader
        trail={[{ label: t("Organizations"), href: "/platform/tenants" }]}
        title={tenant.name}
        meta={
          suspended ? (
            <Badge tone="danger">{t("Suspended")}</Badge>
          ) : (
            <Badge tone="success">{t("Active")}</Badge>
          )
        }
        actions={
          <Button onClick={() => setAsking(true)} {...(!suspended && { className: "text-danger-text" })}>
            {suspended ? <CirclePlay aria-hidden /> : <CirclePause aria-hidden />}
            {suspended ? t("Reactivate") : t("Suspend")}
          </Button>
        }
      />
      <DetailLayout
        aside={
          <>
            <Section title={t("Details")} flush>
              <Facts
                items={[
                  {
                    label: t("Tenant id"),
                    value: <Code text={String(tenant.tenantId)} label={t("tenant id")} />,
                  },
                  { label: t("Slug"), value: <Code text={tenant.slug} label={t("slug")} /> },
                  { label: t("Created"), value: <ExactTime at={tenant.createdAt} /> },
                  { label: t("Users"), value: counted(tenant.users) },
                ]}
              />
            </Section>
            {mayReadLog && (
              <Section title={t("Activity")} flush>
                <PlatformActivityFeed
                  target={`tenant:${tenantId}`}
                  moreHref={`/platform/audit?target=tenant:${tenantId}`}
                />
              </Section>
            )}
          </>
        }
      >
        {suspended && (
          <Callout tone="warning" title={t("Suspended")}>
            {t("Nobody can sign in, and its tokens are refused. Its data stays as it is.")}
          </Callout>
        )}
        <Section title={t("Owners")} flush>
          <ul className="divide-y divide-line">
            {tenant.owners.map((owner) => (
              <li key={owner.userId} className="flex items-center gap-3 px-4 py-2.5">
                <Avatar name={owner.name ?? owner.email ?? "?"} />
                <span className="min-w-0">
                  <span className="block truncate font-medium">{owner.name ?? owner.email}</span>
                  <span className="block truncate text-sm text-ink-soft">{owner.email}</span>
                </span>
              </li>
            ))}
          </ul>
        </Section>
      </DetailLayout>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={
          suspended
            ? t("Reactivate {name}?", { name: tenant.name })
            : t("Suspend {name}?", { name: tenant.name })
        }
        action={suspended ? t("Reactivate") : t("Suspend organization")}
        danger={!suspended}
        {...(!suspended && { typed: tenant.slug })}
        onConfirm={() => setStatus({ tenantId, status: suspended ? "active" : "suspended" })}
      >
        {suspended ? (
          <p>{t("Sign-ins, tokens and the management interface work again at once.")}</p>
        ) : (
          <p>
            {t(
              "{count, plural, one {Its one user} other {Its {users} users}} can no longer sign in. The tokens of its apps and credentials are refused at once. Its data stays. You can reactivate it at any time.",
              { count: tenant.users, users: counted(tenant.users) },
            )}
          </p>
        )}
      </ConfirmDialog>
    </>
  );
}
