"use client";

import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useExtracted } from "next-intl";
import Link from "next/link";
import { useTRPC } from "@/components/data/trpc";
import { DownloadButton } from "@/components/ui/button";
import { Callout, Skeleton } from "@/components/ui/feedback";
import { PageHeader, Section } from "@/components/ui/page/page";
import { useDateLocale } from "@/components/ui/format/use-date-locale";
import { QueryError } from "../../_frame/lists/query-error";

/** Shows the numbers of records in the organization. Downloads all data of the organization as a file. */
export function DataExport({ tenant }: { tenant: string }) {
  const t = useExtracted("data-export");
  const locale = useDateLocale();
  const query = useQuery(useTRPC().dataExport.preview.queryOptions({}));
  if (query.isLoadingError) return <QueryError error={query.error} retry={() => void query.refetch()} />;
  const preview = query.data;
  const sizes = [
    { label: t("People"), value: preview?.userCount },
    { label: t("Apps"), value: preview?.appCount },
    { label: t("Values of custom fields"), value: preview?.customFieldValueCount },
  ];
  return (
    <>
      <PageHeader
        title={t("Data export")}
        description={t("A copy of all data of this organization: to keep, to inspect, or to move elsewhere.")}
      />
      <div className="max-w-3xl space-y-4">
        <dl className="grid grid-cols-1 gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-3">
          {sizes.map(({ label, value }) => (
            <div key={label} className="flex flex-col-reverse bg-surface px-4 py-3">
              <dt className="text-sm text-ink-soft">{label}</dt>
              <dd className="text-2xl font-semibold tracking-tight tabular-nums">
                {value === undefined ? <Skeleton className="my-2 w-12" /> : value.toLocaleString(locale)}
              </dd>
            </div>
          ))}
        </dl>
        {preview?.isLarge && (
          <Callout tone="warning" title={t("This is a large organization")}>
            {t(
              "The file is created while it is downloaded. This can take several minutes. Keep this browser open until the download is complete.",
            )}
          </Callout>
        )}
        <Section title={t("The file")}>
          <div className="space-y-4">
            <div className="grid gap-4 text-ink-soft sm:grid-cols-2">
              <div>
                <h3 className="font-medium text-ink">{t("Included")}</h3>
                <p>
                  {t(
                    "People with their fields, tags and roles; apps and who may open them; settings and access rules; devices, sessions and sign-ins; invitations, credentials and webhooks. One JSON object with a list for each. The audit log has an export of its own.",
                  )}
                </p>
              </div>
              <div>
                <h3 className="font-medium text-ink">{t("Not included")}</h3>
                <p>
                  {t(
                    "Passwords, second factors, secrets and tokens, in any form. They cannot be read, only replaced.",
                  )}
                </p>
              </div>
            </div>
            <Callout tone="info">
              {t.rich(
                "The file contains personal data of everyone in the organization. Store it where only people who need it can read it. Each download is recorded in the <link>audit log</link>.",
                {
                  link: (chunks) => (
                    <Link href={`/${tenant}/audit?event=data_exported`} className="underline">
                      {chunks}
                    </Link>
                  ),
                },
              )}
            </Callout>
            <DownloadButton variant="primary" href={`/${tenant}/data-export/download`}>
              <Download aria-hidden />
              {t("Download as JSON")}
            </DownloadButton>
          </div>
        </Section>
      </div>
    </>
  );
}
