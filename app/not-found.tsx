import { Compass } from "lucide-react";
import type { Metadata } from "next";
import { useExtracted } from "next-intl";
import { getExtracted } from "next-intl/server";
import { LeavingButton } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/feedback";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getExtracted("shared");
  return { title: t("Not found") };
}

export default function NotFound() {
  const t = useExtracted("shared");
  return (
    <main className="flex min-h-[70dvh] items-center justify-center">
      <h1 className="sr-only">{t("Not found")}</h1>
      <EmptyState
        icon={Compass}
        title={t("There is nothing here")}
        // A plain link instead of a Next.js link, because every page loads this file.
        action={<LeavingButton href="/">{t("To the console")}</LeavingButton>}
      >
        {t("The address may be wrong, or you may not have access.")}
      </EmptyState>
    </main>
  );
}
