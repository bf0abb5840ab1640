"use client";

import { Compass } from "lucide-react";
import { useExtracted } from "next-intl";
import { usePathname } from "next/navigation";
import { LinkButton } from "@/components/ui/link-button";
import { EmptyState } from "@/components/ui/feedback";

/**
 * "Not found" page inside the frame of the console. Shown if the page does not exist or the administrator may not see it. Links
 * to existing pages.
 */
export function NotThere({ message }: { message?: string }) {
  const t = useExtracted("console");
  const [, workspace = "", area, ...record] = usePathname().split("/");
  const inArea = area !== undefined && record.length > 0;
  return (
    <>
      <h1 className="sr-only">{t("Not found")}</h1>
      <EmptyState
        icon={Compass}
        title={t("There is nothing here")}
        action={
          <LinkButton href={inArea ? `/${workspace}/${area}` : `/${workspace}`}>
            {inArea ? t("Back to the list") : t("Back to the overview")}
          </LinkButton>
        }
      >
        {message ?? t("The address may be wrong, or you may not have access.")}
      </EmptyState>
    </>
  );
}
