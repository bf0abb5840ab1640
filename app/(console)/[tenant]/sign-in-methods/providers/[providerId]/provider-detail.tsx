"use client";

import { useQuery } from "@tanstack/react-query";
import { PlugZap, Trash2 } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { toast } from "@/components/toast";
import { useTRPC } from "@/components/data/trpc";
import { Button } from "@/components/ui/button";
import { Badge, Callout, Skeleton } from "@/components/ui/feedback";
import { ConfirmDialog } from "@/components/ui/overlay";
import { DetailLayout, Facts, PageHeader, Section } from "@/components/ui/page";
import { Switch } from "@/components/ui/switch";
import { Code, CopyButton, ExactTime } from "@/components/ui/text";
import type { ConnectionTest, Provider } from "@/server/domain/federation/federation.schema";
import { QueryError } from "../../../../_frame/query-error";
import { useAction } from "../../../../_frame/use-action";
import { addressesOf, kindWords } from "../_parts/kinds";
import { ProviderForm } from "../_parts/provider-form";

/** One identity provider: how it is set up, what its operator must be told, and who comes with it. */
export function ProviderDetail({
  tenant,
  providerId,
  baseUrl,
}: {
  tenant: string;
  providerId: number;
  baseUrl: string;
}) {
  const trpc = useTRPC();
  const query = useQuery(trpc.federation.provider.queryOptions({ providerId }));
  const [deleting, setDeleting] = useState(false);
  const [result, setResult] = useState<ConnectionTest | null>(null);
  const [testing, setTesting] = useState(false);
  const test = useAction(trpc.federation.test.mutationOptions(), () => null);
  if (query.isError) return <QueryError error={query.error} retry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton className="h-40" />;
  const provider = query.data;
  const tryOut = async () => {
    setTesting(true);
    setResult(null);
    try {
      setResult(await test({ providerId }));
    } catch (error) {
      toast.error((error as Error).message);
    } finally {
      setTesting(false);
    }
  };
  return (
    <>
      <PageHeader
        trail={[{ label: "Sign-in methods", href: `/${tenant}/sign-in-methods` }]}
        title={provider.name}
        meta={
          <>
            {provider.enabled ? <Badge tone="success">On</Badge> : <Badge>Off</Badge>}
            <span>{kindWords[provider.kind].label}</span>
          </>
        }
        actions={
          <>
            <Button loading={testing} onClick={() => void tryOut()}>
              <PlugZap aria-hidden />
              Test connection
            </Button>
            <Button onClick={() => setDeleting(true)} className="text-danger-text">
              <Trash2 aria-hidden />
              Delete
            </Button>
          </>
        }
      />
      <DetailLayout aside={<Aside tenant={tenant} provider={provider} />}>
        {result && <TestResult result={result} />}
        {provider.enabled && provider.apps === 0 && (
          <Callout tone="warning" title="Offered in no app yet">
            Approve the method “{kindWords[provider.kind].label}” for an app and switch it on there:{" "}
            <Link
              href={`/${tenant}/sign-in-methods?method=${kindWords[provider.kind].method}`}
              className="rounded underline"
            >
              choose apps
            </Link>
            .
          </Callout>
        )}
        <Addresses tenant={tenant} provider={provider} baseUrl={baseUrl} />
        <Section title="Settings">
          <ProviderForm key={providerId} kind={provider.kind} tenant={tenant} provider={provider} />
        </Section>
      </DetailLayout>
      <DeleteDialog tenant={tenant} provider={provider} open={deleting} onOpenChange={setDeleting} />
    </>
  );
}

function TestResult({ result: { ok, findings } }: { result: ConnectionTest }) {
  return (
    <div role="status">
      <Callout tone={ok ? "success" : "danger"} title={ok ? "The provider answers" : "It does not work yet"}>
        <ul className="list-disc pl-4">
          {findings.map((finding, index) => (
            <li key={index}>{finding}</li>
          ))}
        </ul>
      </Callout>
    </div>
  );
}

/** What is entered at the provider. */
function Addresses({ tenant, provider, baseUrl }: { tenant: string; provider: Provider; baseUrl: string }) {
  const addresses = addressesOf(provider.kind, { baseUrl, tenant, providerId: provider.providerId });
  if (addresses.length === 0) return null;
  return (
    <Section title="To enter at the provider" description="Without these it sends nobody back here." flush>
      <ul className="divide-y divide-line">
        {addresses.map(({ label, url }) => (
          <li key={url} className="flex items-center justify-between gap-3 px-4 py-2">
            <span className="min-w-0">
              <span className="block text-sm text-ink-soft">{label}</span>
              <code className="block font-mono text-sm break-all">{url}</code>
            </span>
            <CopyButton text={url} label={`Copy ${label}`} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Aside({ tenant, provider }: { tenant: string; provider: Provider }) {
  const trpc = useTRPC();
  const { providerId, kind, enabled, people, apps } = provider;
  const enable = useAction(trpc.federation.setEnabled.mutationOptions(), (changed) =>
    changed.enabled ? "The provider is on." : "The provider is off.",
  );
  return (
    <>
      <Section title="Use">
        <label className="flex items-center justify-between gap-3">
          <span>People sign in with it</span>
          <Switch
            checked={enabled}
            onCheckedChange={(on) =>
              void enable({ providerId, enabled: on }).catch((error: Error) => toast.error(error.message))
            }
          />
        </label>
        <p className="mt-1 text-sm text-ink-faint">
          Switched off, it lets nobody in; sessions that run go on.
        </p>
      </Section>
      <Section title="Details" flush>
        <Facts
          items={[
            { label: "Provider id", value: <Code text={String(providerId)} label="provider id" /> },
            { label: "Linked people", value: people },
            {
              label: "Offered in",
              value: (
                <Link
                  href={`/${tenant}/sign-in-methods?method=${kindWords[kind].method}`}
                  className="rounded text-accent-text hover:underline"
                >
                  {apps === 1 ? "1 app" : `${apps} apps`}
                </Link>
              ),
            },
            { label: "Secret", value: provider.hasSecret ? "Kept, encrypted" : "None" },
            { label: "Added", value: <ExactTime at={provider.createdAt} /> },
          ]}
        />
      </Section>
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
  const router = useRouter();
  const remove = useAction(
    useTRPC().federation.remove.mutationOptions(),
    ({ unlinked }) =>
      `The provider was deleted; ${unlinked === 1 ? "1 person was" : `${unlinked} people were`} unlinked.`,
  );
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Delete the identity provider ${name}?`}
      action="Delete provider"
      danger
      typed={name}
      onConfirm={async () => {
        router.push(`/${tenant}/sign-in-methods`);
        await remove({ providerId });
      }}
    >
      <p>
        {people === 0
          ? "Nobody is linked to it."
          : `${people === 1 ? "1 person is" : `${people} people are`} linked to it: they cannot sign in with it any more.`}{" "}
        The people and their sessions stay. This cannot be undone.
      </p>
    </ConfirmDialog>
  );
}
