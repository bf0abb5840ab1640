"use client";

import { useQuery } from "@tanstack/react-query";
import { PlugZap, Trash2 } from "lucide-react";
import { useExtracted } from "next-intl";
import dynamic from "next/dynamic";
import Link from "next/link";
import { useState } from "react";
import { toast } from "@/components/toast";
import { useTRPC } from "@/components/data/trpc";
import { Button } from "@/components/ui/button";
import { Badge, Callout, Skeleton } from "@/components/ui/feedback";
import { ConfirmDialog } from "@/components/ui/dialog/overlay";
import { DetailLayout, Facts, PageHeader, Section } from "@/components/ui/page/page";
import { Switch } from "@/components/ui/input/switch";
import { Code, CopyButton, ExactTime } from "@/components/ui/text";
import { useDateLocale } from "@/components/ui/format/use-date-locale";
import type { ConnectionTest, Provider } from "@/server/domain/federation/federation.schema";
import { isProviderKind, kindFacts } from "@/server/domain/federation/kinds.schema";
import { ActivityFeed } from "../../../../_frame/log/activity-feed";
import { NotLoaded } from "../../../../_frame/records/not-loaded";
import { useAction, useRemoval } from "../../../../_frame/use-action";
import { consoleKinds, useAddresses, useKindLabel } from "../_parts/kinds";

// Loaded on demand, because few providers have keys.
const ProviderKeys = dynamic(() => import("./provider-keys").then((module) => module.ProviderKeys), {
  loading: () => <Skeleton className="h-40" />,
});

/**
 * Page of one identity provider. Shows the settings, the linked people, and the addresses that the provider's operator needs.
 */
export function ProviderDetail({
  tenant,
  providerId,
  baseUrl,
  mayReadLog,
}: {
  tenant: string;
  providerId: number;
  baseUrl: string;
  mayReadLog: boolean;
}) {
  const t = useExtracted("sign-in-methods");
  const trpc = useTRPC();
  const kindLabel = useKindLabel();
  const query = useQuery(trpc.federation.provider.queryOptions({ providerId }));
  const [deleting, setDeleting] = useState(false);
  const [result, setResult] = useState<ConnectionTest | null>(null);
  const [testing, setTesting] = useState(false);
  const test = useAction(trpc.federation.test.mutationOptions(), () => null);
  if (!query.data) return <NotLoaded page query={query} className="h-40" />;
  const provider = query.data;
  const kind = isProviderKind(provider.kind) ? provider.kind : null;
  const label = kindLabel(provider.kind);
  const Form = kind && consoleKinds[kind].Form;
  const tryOut = async () => {
    setTesting(true);
    setResult(null);
    try {
      setResult(await test({ providerId }));
    } catch (error) {
      toast.refused(error);
    } finally {
      setTesting(false);
    }
  };
  return (
    <>
      <PageHeader
        trail={[{ label: t("Sign-in methods"), href: `/${tenant}/sign-in-methods` }]}
        title={provider.name}
        meta={
          <>
            {provider.enabled ? <Badge tone="success">{t("On")}</Badge> : <Badge>{t("Off")}</Badge>}
            <span>{label}</span>
          </>
        }
        actions={
          <>
            <Button loading={testing} disabled={kind === null} onClick={() => void tryOut()}>
              <PlugZap aria-hidden />
              {t("Test connection")}
            </Button>
            <Button onClick={() => setDeleting(true)} className="text-danger-text">
              <Trash2 aria-hidden />
              {t("Delete")}
            </Button>
          </>
        }
      />
      <DetailLayout aside={<Aside tenant={tenant} provider={provider} mayReadLog={mayReadLog} />}>
        {result && <TestResult isRequested={provider.isRequested} result={result} />}
        {kind && provider.enabled && provider.apps === 0 && (
          <Callout tone="warning" title={t("Not offered in any app yet")}>
            {t.rich(
              "Approve the method “{method}” for an app and switch it on there: <link>choose apps</link>.",
              {
                method: label,
                link: (chunks) => (
                  <Link href={methodHref(tenant, kind)} className="rounded underline">
                    {chunks}
                  </Link>
                ),
              },
            )}
          </Callout>
        )}
        <Addresses tenant={tenant} provider={provider} baseUrl={baseUrl} />
        {provider.hasOwnKeys && <ProviderKeys provider={provider} />}
        <Section title={t("Settings")}>
          {Form ? (
            <Form key={providerId} tenant={tenant} provider={provider} />
          ) : (
            <Callout tone="warning" title={t("This version does not support this kind of identity provider")}>
              {t("Nobody can sign in with it. You can switch it off or delete it.")}
            </Callout>
          )}
        </Section>
      </DetailLayout>
      <DeleteDialog tenant={tenant} provider={provider} open={deleting} onOpenChange={setDeleting} />
    </>
  );
}

/** Returns the page of the sign-in method that apps need for providers of this kind. */
const methodHref = (tenant: string, kind: string) =>
  `/${tenant}/sign-in-methods${isProviderKind(kind) ? `?method=${kindFacts[kind].connector}` : ""}`;

function TestResult({
  isRequested,
  result: { ok, findings },
}: {
  isRequested: boolean;
  result: ConnectionTest;
}) {
  const t = useExtracted("sign-in-methods");
  const locale = useDateLocale();
  const inWords = (day: string) =>
    new Date(day).toLocaleDateString(locale, { dateStyle: "long", timeZone: "UTC" });
  const fine = isRequested ? t("The provider answers") : t("The settings can be read");
  return (
    <div role="status">
      <Callout tone={ok ? "success" : "danger"} title={ok ? fine : t("Not working yet")}>
        <ul className="list-disc pl-4">
          {findings.map((finding, index) => (
            <li key={index}>{finding.replace(/\b\d{4}-\d{2}-\d{2}\b/g, inWords)}</li>
          ))}
        </ul>
      </Callout>
    </div>
  );
}

/** Lists the addresses of Castellan to enter at the provider. */
function Addresses({ tenant, provider, baseUrl }: { tenant: string; provider: Provider; baseUrl: string }) {
  const t = useExtracted("sign-in-methods");
  const addresses = useAddresses(provider, { baseUrl, tenant });
  if (addresses.length === 0) return null;
  return (
    <Section
      title={t("Values to enter at the provider")}
      description={t("Without these values, the provider cannot send users back here.")}
      flush
    >
      <ul className="divide-y divide-line">
        {addresses.map(({ label, url }) => (
          <li key={url} className="flex items-center justify-between gap-3 px-4 py-2">
            <span className="min-w-0">
              <span className="block text-sm text-ink-soft">{label}</span>
              <code className="block font-mono text-sm break-all">{url}</code>
            </span>
            <CopyButton text={url} label={t("Copy {label}", { label })} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Aside({
  tenant,
  provider,
  mayReadLog,
}: {
  tenant: string;
  provider: Provider;
  mayReadLog: boolean;
}) {
  const t = useExtracted("sign-in-methods");
  const trpc = useTRPC();
  const { providerId, kind, enabled, people, apps } = provider;
  const enable = useAction(trpc.federation.setEnabled.mutationOptions(), (changed) =>
    changed.enabled ? t("The provider is on.") : t("The provider is off."),
  );
  return (
    <>
      <Section title={t("Status")}>
        <label className="flex items-center justify-between gap-3">
          <span>{t("Allow sign-in with this provider")}</span>
          <Switch
            checked={enabled}
            onCheckedChange={(on) => void enable({ providerId, enabled: on }).catch(toast.refused)}
          />
        </label>
        <p className="mt-1 text-sm text-ink-faint">
          {t("If off, nobody can sign in with it. Active sessions continue.")}
        </p>
      </Section>
      <Section title={t("Details")} flush>
        <Facts
          items={[
            { label: t("Provider id"), value: <Code text={String(providerId)} label={t("provider id")} /> },
            { label: t("Linked people"), value: people },
            {
              label: t("Offered in"),
              value: (
                <Link href={methodHref(tenant, kind)} className="rounded text-accent-text hover:underline">
                  {t("{apps, plural, one {# app} other {# apps}}", { apps })}
                </Link>
              ),
            },
            { label: t("Secret"), value: provider.hasSecret ? t("Stored encrypted") : t("None") },
            { label: t("Added"), value: <ExactTime at={provider.createdAt} /> },
          ]}
        />
      </Section>
      {mayReadLog && (
        <Section title={t("Activity")} flush>
          <ActivityFeed
            target={`identity_provider:${providerId}`}
            moreHref={`/${tenant}/audit?target=identity_provider:${providerId}`}
          />
        </Section>
      )}
    </>
  );
}

function DeleteDialog({
  tenant,
  provider: { providerId, name, people },
  open,
  onOpenChange,
}: {
  tenant: string;
  provider: Provider;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const t = useExtracted("sign-in-methods");
  const remove = useRemoval(
    useTRPC().federation.remove.mutationOptions(),
    `/${tenant}/sign-in-methods`,
    ({ unlinked }) =>
      t("The provider was deleted; {people, plural, one {# person was} other {# people were}} unlinked.", {
        people: unlinked,
      }),
  );
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("Delete the identity provider {provider}?", { provider: name })}
      action={t("Delete provider")}
      danger
      typed={name}
      onConfirm={() => remove({ providerId })}
    >
      <p>
        {t(
          "{people, plural, =0 {No users are linked to it.} one {# user is linked to it and can no longer sign in with it.} other {# users are linked to it and can no longer sign in with it.}}",
          { people },
        )}{" "}
        {t("The people and their sessions stay. This cannot be undone.")}
      </p>
    </ConfirmDialog>
  );
}
