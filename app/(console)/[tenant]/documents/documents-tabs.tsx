import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import { LinkButton } from "@/components/ui/button";
import { LinkTabs } from "@/components/ui/link-tabs";
import { PageHeader } from "@/components/ui/page";

/** The head of the lists of documents: templates, and pictures that they use. */
export const DocumentsTabs = ({ tenant, children }: { tenant: string; children: ReactNode }) => (
  <>
    <PageHeader
      title="Documents"
      description="HTML templates that become PDFs: invoices, letters, tickets. Machines render them with POST /api/render/pdf."
      actions={
        <LinkButton variant="primary" href={`/${tenant}/documents/new`}>
          <Plus aria-hidden />
          New template
        </LinkButton>
      }
    />
    <LinkTabs
      label="Documents"
      tabs={[
        { label: "Templates", href: `/${tenant}/documents` },
        { label: "Pictures", href: `/${tenant}/documents/assets` },
      ]}
    />
    {children}
  </>
);
