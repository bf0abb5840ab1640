import { Plus } from "lucide-react";
import { useExtracted } from "next-intl";
import type { ReactNode } from "react";
import { LinkButton } from "@/components/ui/link-button";
import { LinkTabs } from "@/components/ui/page/link-tabs";
import { PageHeader } from "@/components/ui/page/page";

/** Header of the documents area, with tabs for the templates and their pictures. */
export function DocumentsTabs({ tenant, children }: { tenant: string; children: ReactNode }) {
  const t = useExtracted("documents");
  return (
    <>
      <PageHeader
        title={t("Documents")}
        description={t(
          "HTML templates that become PDFs: invoices, letters, tickets. Machines render them with POST /api/render/pdf.",
        )}
        actions={
          <LinkButton variant="primary" href={`/${tenant}/documents/new`}>
            <Plus aria-hidden />
            {t("New template")}
          </LinkButton>
        }
      />
      <LinkTabs
        label={t("Documents")}
        tabs={[
          { label: t("Templates"), href: `/${tenant}/documents` },
          { label: t("Pictures"), href: `/${tenant}/documents/assets` },
        ]}
      />
      {children}
    </>
  );
}
