"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { LayoutGrid, Plus } from "lucide-react";
import { useExtracted } from "next-intl";
import Link from "next/link";
import { useId, useState, type ReactNode } from "react";
import { toast } from "@/components/toast";
import { useTRPC } from "@/components/data/trpc";
import { Button } from "@/components/ui/button";
import { Combobox } from "@/components/ui/menu/combobox";
import { EmptyState } from "@/components/ui/feedback";
import { ConfirmDialog } from "@/components/ui/dialog/overlay";
import { Switch } from "@/components/ui/input/switch";
import { RelativeTime } from "@/components/ui/text";
import { useAction } from "../../_frame/use-action";
import { LockedOut, useLockoutCheck } from "../../_frame/use-lockout-check";
import type { MayApprove, Method } from "./sign-in-methods";
import { useMethodWords } from "./words";

type MethodApp = Method["apps"][number];

/**
 * Lists the apps that a sign-in method is approved for. Switches the method on or off for an app. Approves the method for other
 * apps and withdraws approvals.
 */
export function MethodApps({ tenant, method, may }: { tenant: string; method: Method; may: MayApprove }) {
  const t = useExtracted("sign-in-methods");
  const trpc = useTRPC();
  const [withdrawing, setWithdrawing] = useState<MethodApp | null>(null);
  const withdraw = useAction(trpc.connectors.approve.mutationOptions(), () =>
    t("The approval was withdrawn."),
  );
  return (
    <div className="space-y-4">
      {may.approve && may.listApps && <ApproveForApp method={method} />}
      {!may.approve && (
        <p className="text-sm text-ink-soft">
          {t("Owners approve it for an app. Request approval in the app, under Sign-in methods.")}
        </p>
      )}
      {method.apps.length === 0 ? (
        <EmptyState icon={LayoutGrid} title={t("Not approved for any app")}>
          {t("Approve it for an app first; then it can be switched on there.")}
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
          {method.apps.map((app) => (
            <AppRow
              key={app.appId}
              tenant={tenant}
              method={method}
              app={app}
              onWithdraw={may.approve ? () => setWithdrawing(app) : null}
            />
          ))}
        </ul>
      )}
      <ConfirmDialog
        open={withdrawing !== null}
        onOpenChange={(open) => !open && setWithdrawing(null)}
        title={t("Withdraw the approval for {app}?", { app: withdrawing?.appName ?? "" })}
        action={t("Withdraw approval")}
        danger
        onConfirm={() => withdraw({ appId: withdrawing!.appId, name: method.name, approved: false })}
      >
        <p>
          {withdrawing?.enabled
            ? t(
                "The method is on in this app and is switched off at once. Users who sign in with it need another method.",
              )
            : t("The method is off in this app. No sign-ins are affected.")}
        </p>
        {withdrawing?.enabled && <Left appId={withdrawing.appId} name={method.name} />}
      </ConfirmDialog>
    </div>
  );
}

/** Warns how many people could not sign in to the app without the method. Renders nothing if the number is 0. */
function Left(of: { appId: number; name: string }) {
  const { data } = useQuery({ ...useTRPC().connectors.onlyWay.queryOptions(of), staleTime: 0 });
  return data && data.people > 0 ? <LockedOut people={data.people} /> : null;
}

const hidden = (chunks: ReactNode) => <span className="sr-only">{chunks}</span>;

function AppRow({
  tenant,
  method,
  app,
  onWithdraw,
}: {
  tenant: string;
  method: Method;
  app: MethodApp;
  /** Withdraws the approval. Null if the administrator may not withdraw the approval. */
  onWithdraw: (() => void) | null;
}) {
  const t = useExtracted("sign-in-methods");
  const { label } = useMethodWords()(method);
  const id = useId();
  const trpc = useTRPC();
  const set = useAction(trpc.connectors.set.mutationOptions(), ({ enabled }) =>
    enabled
      ? t("{method} is on in {app}.", { method: label, app: app.appName })
      : t("{method} is off in {app}.", { method: label, app: app.appName }),
  );
  const queries = useQueryClient();
  const lockout = useLockoutCheck();
  const of = { appId: app.appId, name: method.name };
  const turn = (enabled: boolean) =>
    enabled
      ? set({ ...of, enabled }).catch(toast.refused)
      : lockout.ask({
          title: t("Switch off {method} in {app}?", { method: label, app: app.appName }),
          count: () => queries.fetchQuery({ ...trpc.connectors.onlyWay.queryOptions(of), staleTime: 0 }),
          go: () => set({ ...of, enabled }),
        });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-3 py-2.5">
      <div className="min-w-0 flex-1 basis-40">
        <Link
          href={`/${tenant}/apps/${app.appId}`}
          className="block truncate rounded font-medium hover:underline"
        >
          {app.appName}
        </Link>
        <span className="text-sm text-ink-soft">
          {t.rich("Approved <ago></ago>", { ago: () => <RelativeTime at={app.approvedAt} /> })}
        </span>
      </div>
      <div className="flex items-center gap-3">
        <span className="flex items-center gap-2">
          <label htmlFor={id} className="text-sm">
            {app.enabled
              ? t.rich("On<hidden> in {app}</hidden>", { app: app.appName, hidden })
              : t.rich("Off<hidden> in {app}</hidden>", { app: app.appName, hidden })}
          </label>
          <Switch id={id} checked={app.enabled} onCheckedChange={(enabled) => void turn(enabled)} />
        </span>
        {onWithdraw && (
          <Button
            size="sm"
            variant="ghost"
            aria-label={t("Withdraw the approval for {app}", { app: app.appName })}
            onClick={onWithdraw}
          >
            {t("Withdraw")}
          </Button>
        )}
      </div>
      {lockout.dialog}
    </li>
  );
}

function ApproveForApp({ method }: { method: Method }) {
  const t = useExtracted("sign-in-methods");
  const trpc = useTRPC();
  const apps = useQuery(trpc.apps.list.queryOptions({}));
  const approve = useAction(trpc.connectors.approve.mutationOptions(), () =>
    t("The method was approved; it can now be switched on there."),
  );
  const approved = new Set(method.apps.map(({ appId }) => appId));
  const search = (text: string) =>
    Promise.resolve(
      (apps.data ?? [])
        .filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()))
        .slice(0, 50)
        .map(({ appId, name }) => ({
          id: String(appId),
          label: name,
          disabled: approved.has(appId) ? t("Already approved") : undefined,
        })),
    );
  return (
    <Combobox
      trigger={
        <Button variant="primary" disabled={!apps.data}>
          <Plus aria-hidden />
          {t("Approve for an app")}
        </Button>
      }
      label={t("Find an app")}
      placeholder={t("Name of the app…")}
      search={search}
      onPick={({ id }) =>
        void approve({ appId: Number(id), name: method.name, approved: true }).catch(toast.refused)
      }
    />
  );
}
