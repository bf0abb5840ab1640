"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useExtracted } from "next-intl";
import Link from "next/link";
import { useState } from "react";
import { toast } from "@/components/toast";
import { useTRPC } from "@/components/data/trpc";
import { Button } from "@/components/ui/button";
import { Badge, Skeleton } from "@/components/ui/feedback";
import { lateDialog } from "@/components/ui/dialog/late-dialog";
import { Section } from "@/components/ui/page/page";
import { Switch } from "@/components/ui/input/switch";
import { RelativeTime } from "@/components/ui/text";
import { QueryError } from "../../../../_frame/lists/query-error";
import { useLockoutCheck } from "../../../../_frame/use-lockout-check";
import { useAction } from "../../../../_frame/use-action";

const AskDialog = lateDialog(() => import("./ask-dialog").then((module) => module.AskDialog));

/** Chooses the sign-in methods of this app from the approved methods. */
export function AppConnectors({
  tenant,
  appId,
  mayApprove,
}: {
  tenant: string;
  appId: number;
  mayApprove: boolean;
}) {
  const t = useExtracted("apps");
  const trpc = useTRPC();
  const query = useQuery(trpc.connectors.list.queryOptions({ appId }));
  const requests = useQuery(trpc.connectors.requests.queryOptions({}));
  const askedOf = new Map(
    requests.data?.filter((request) => request.appId === appId).map((request) => [request.name, request]),
  );
  const [asking, setAsking] = useState<{ name: string; label: string } | null>(null);
  const [pending, setPending] = useState<string | null>(null);
  const set = useAction(trpc.connectors.set.mutationOptions(), ({ enabled }) =>
    enabled ? t("The sign-in method is on for this app.") : t("The sign-in method is off for this app."),
  );
  const queries = useQueryClient();
  const lockout = useLockoutCheck();
  const change = async (name: string, label: string, enabled: boolean) => {
    setPending(name);
    if (enabled) await set({ appId, name, enabled }).catch(toast.refused);
    else
      await lockout.ask({
        title: t("Switch off {method} for this app?", { method: label }),
        count: () =>
          queries.fetchQuery({ ...trpc.connectors.onlyWay.queryOptions({ appId, name }), staleTime: 0 }),
        go: () => set({ appId, name, enabled }),
      });
    setPending(null);
  };
  if (query.isLoadingError) return <QueryError error={query.error} retry={() => void query.refetch()} />;
  return (
    <Section
      title={t("Sign-in methods")}
      description={t.rich(
        "Sign-in methods in addition to password and passkey. A method must be approved under <link>Sign-in methods</link> before you can switch it on here.",
        {
          link: (chunks) => (
            <Link href={`/${tenant}/sign-in-methods`} className="rounded text-accent-text underline">
              {chunks}
            </Link>
          ),
        },
      )}
      flush
    >
      {!query.data ? (
        <Skeleton className="m-4" />
      ) : (
        <ul className="divide-y divide-line">
          {query.data.map(({ name, label, enabled, approvedAt }) => (
            <li key={name} className="flex items-center justify-between gap-4 px-4 py-3">
              <div className="min-w-0">
                <label htmlFor={`connector-${name}`} className="font-medium">
                  {label}
                </label>
                <p className="text-sm text-ink-soft">
                  {approvedAt === null
                    ? askedOf.has(name)
                      ? t.rich("Approval requested <when></when>", {
                          when: () => <RelativeTime at={askedOf.get(name)!.requestedAt} />,
                        })
                      : t("Not approved for this app")
                    : t.rich("Approved <when>some time ago</when>", {
                        when: () => <RelativeTime at={approvedAt} />,
                      })}
                </p>
              </div>
              <span className="flex shrink-0 items-center gap-3">
                {approvedAt === null && !mayApprove && !askedOf.has(name) && (
                  <Button
                    size="sm"
                    aria-label={t("Request approval of {method}", { method: label })}
                    onClick={() => setAsking({ name, label })}
                  >
                    {t("Request approval")}
                  </Button>
                )}
                {enabled && <Badge tone="success">{t("On")}</Badge>}
                <Switch
                  id={`connector-${name}`}
                  checked={enabled}
                  disabled={approvedAt === null || pending === name}
                  onCheckedChange={(next) => void change(name, label, next)}
                />
              </span>
            </li>
          ))}
        </ul>
      )}
      {lockout.dialog}
      {asking && <AskDialog appId={appId} connector={asking} open onClose={() => setAsking(null)} />}
    </Section>
  );
}
