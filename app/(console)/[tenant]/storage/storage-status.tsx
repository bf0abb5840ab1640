"use client";

import { useQuery } from "@tanstack/react-query";
import { useExtracted } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { LinkButton } from "@/components/ui/link-button";
import { Badge, Skeleton } from "@/components/ui/feedback";
import { Facts, PageHeader, Section } from "@/components/ui/page/page";
import { QueryError } from "../../_frame/lists/query-error";

/** Shows where the organization's data is stored, and the possible actions on the data. */
export function StorageStatus({ tenant, mayExport }: { tenant: string; mayExport: boolean }) {
  const t = useExtracted("storage");
  const providers: Record<string, string> = { embedded: t("The platform’s own database") };
  const states: Record<string, string> = { none: t("None in progress") };
  const query = useQuery(useTRPC().storage.status.queryOptions({}));
  if (query.isLoadingError) return <QueryError error={query.error} retry={() => void query.refetch()} />;
  const status = query.data;
  return (
    <>
      <PageHeader title={t("Storage")} description={t("Where this organization’s data is kept.")} />
      <div className="max-w-3xl space-y-4">
        <Section title={t("Current storage")} flush>
          {status ? (
            <Facts
              items={[
                { label: t("Kept in"), value: providers[status.storageProvider] ?? status.storageProvider },
                {
                  label: t("Move"),
                  value: <Badge>{states[status.migrationStatus] ?? status.migrationStatus}</Badge>,
                },
                ...(status.migrationTargetProvider === null
                  ? []
                  : [
                      {
                        label: t("Moves to"),
                        value: providers[status.migrationTargetProvider] ?? status.migrationTargetProvider,
                      },
                    ]),
              ]}
            />
          ) : (
            <Skeleton className="m-4 h-16" />
          )}
        </Section>
        <Section title={t("What this means")}>
          <ul className="max-w-prose list-disc space-y-2 pl-5 text-ink-soft">
            <li>
              {t(
                "The operator of this installation runs the database, keeps it up to date and makes its backups.",
              )}
            </li>
            <li>
              {t(
                "Each organization’s records are isolated. The database refuses to read or change them on behalf of another organization. Secrets are encrypted or stored as digests only.",
              )}
            </li>
            <li>
              {t(
                "This version cannot move this organization to a database of your own. No preparation is needed here.",
              )}
            </li>
          </ul>
          {mayExport && (
            <LinkButton href={`/${tenant}/data-export`} className="mt-4">
              {t("Go to data export")}
            </LinkButton>
          )}
        </Section>
      </div>
    </>
  );
}
