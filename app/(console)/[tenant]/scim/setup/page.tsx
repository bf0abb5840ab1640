import { ChevronRight } from "lucide-react";
import { getExtracted } from "next-intl/server";
import Link from "next/link";
import { PageHeader, Section } from "@/components/ui/page/page";
import { consolePage } from "../../../_frame/pages";
import { ScimTabs } from "../_parts/scim-tabs";
import { guidesInWords } from "./guides";

export async function generateMetadata() {
  const t = await getExtracted("scim");
  return { title: t("SCIM setup guides") };
}

export default consolePage("ManageCredentials", async ({ tenant }) => {
  const t = await getExtracted("scim");
  return (
    <>
      <PageHeader
        title={t("SCIM provisioning")}
        description={t(
          "Your identity provider creates people here, updates them, and deactivates people who leave.",
        )}
      />
      <ScimTabs tenant={tenant} />
      <Section
        title={t("Setup guides")}
        description={t(
          "Step by step, with this organization’s own address. Other SCIM 2.0 providers work in the same way.",
        )}
        flush
      >
        <ul className="divide-y divide-line">
          {(await guidesInWords()).map(({ slug, name, scope }) => (
            <li key={slug}>
              <Link
                href={`/${tenant}/scim/setup/${slug}`}
                className="flex items-center justify-between gap-4 px-4 py-3 hover:bg-sunken"
              >
                <span className="min-w-0">
                  <span className="block font-medium">{name}</span>
                  <span className="block truncate text-sm text-ink-soft">{scope}</span>
                </span>
                <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-faint" />
              </Link>
            </li>
          ))}
        </ul>
      </Section>
    </>
  );
});
