"use client";

import { useQuery } from "@tanstack/react-query";
import { useExtracted } from "next-intl";
import { useRouter } from "next/navigation";
import { useTRPC } from "@/components/data/trpc";
import { Form, SubmitButton, TextField } from "@/components/form/form";
import { Skeleton } from "@/components/ui/feedback";
import { Facts, PageHeader, Section } from "@/components/ui/page/page";
import { Code } from "@/components/ui/text";
import { QueryError } from "../../_frame/lists/query-error";
import { useAction } from "../../_frame/use-action";
import { Retention } from "./retention";

async function nameForm() {
  const { TenantConfigPatch } = await import("@/server/domain/tenant-config/tenant-config.schema");
  return TenantConfigPatch.pick({ name: true }).required();
}

interface Props {
  tenantId: number;
  slug: string;
  baseUrl: string;
  mayReadLog: boolean;
  mayTrimLog: boolean;
}

/** Settings of the organization: name, addresses and retention. */
export function GeneralSettings({ tenantId, slug, baseUrl, mayReadLog, mayTrimLog }: Props) {
  const t = useExtracted("settings");
  const router = useRouter();
  const trpc = useTRPC();
  const query = useQuery(trpc.tenantConfig.get.queryOptions({}));
  const update = useAction(trpc.tenantConfig.update.mutationOptions(), () => {
    // Renders the sidebar on the server again, because the sidebar contains the name of the organization.
    router.refresh();
    return t("The name was saved.");
  });
  if (query.isLoadingError) return <QueryError error={query.error} retry={() => void query.refetch()} />;
  const addresses = [
    { label: t("Organization ID"), value: String(tenantId) },
    { label: t("Slug"), value: slug },
    { label: t("Console"), value: `${baseUrl}/${slug}` },
    { label: t("REST interface"), value: `${baseUrl}/api/v1` },
    { label: t("SCIM base URL"), value: `${baseUrl}/scim/v2/${slug}` },
    { label: t("OpenID issuer"), value: baseUrl },
    { label: t("Token endpoint"), value: `${baseUrl}/token` },
  ];
  return (
    <>
      <PageHeader
        title={t("General")}
        description={t("Name, identifiers and log retention of the organization.")}
      />
      <div className="grid max-w-5xl items-start gap-4 lg:grid-cols-2">
        <div className="min-w-0 space-y-4">
          <Section
            title={t("Name")}
            description={t("Shown to administrators. If no brand name is set, everyone sees it.")}
          >
            {query.data ? (
              <Form
                schema={nameForm}
                defaultValues={{ name: query.data.name }}
                onSubmit={(values, seen) => update({ ...values, ...seen })}
              >
                <TextField name="name" label={t("Name of the organization")} autoComplete="organization" />
                <SubmitButton>{t("Save")}</SubmitButton>
              </Form>
            ) : (
              <Skeleton className="h-24" />
            )}
          </Section>
          {mayReadLog && <Retention mayChange={mayTrimLog} />}
        </div>
        <Section
          title={t("Identifiers")}
          description={t("For support, and for connecting other systems.")}
          flush
        >
          <Facts
            items={addresses.map(({ label, value }) => ({
              label,
              value: <Code text={value} label={label} />,
            }))}
          />
        </Section>
      </div>
    </>
  );
}
