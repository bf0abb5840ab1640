"use client";

import { useExtracted, useTranslations } from "next-intl";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { PageHeader, Section } from "@/components/ui/page/page";
import { providerKinds } from "@/server/domain/federation/kinds.schema";
import { consoleKinds, useKindLabel } from "../_parts/kinds";

/** Page for a new provider. The administrator chooses the kind of provider, then fills in its form. */
export function NewProvider({ tenant }: { tenant: string }) {
  const t = useExtracted("sign-in-methods");
  const kindWords = useTranslations("provider-kinds");
  const kindLabel = useKindLabel();
  const [kind, setKind] = useQueryState("kind", parseAsStringLiteral(providerKinds));
  const Form = kind && consoleKinds[kind].Form;
  return (
    <>
      <PageHeader
        trail={[{ label: t("Sign-in methods"), href: `/${tenant}/sign-in-methods` }]}
        title={t("New identity provider")}
        description={t("A service where your users already have an account.")}
      />
      <div className="max-w-3xl space-y-4">
        <div role="group" aria-label={t("Provider type")} className="grid gap-3 sm:grid-cols-3">
          {providerKinds.map((each) => {
            const Icon = consoleKinds[each].icon;
            return (
              <button
                key={each}
                type="button"
                aria-pressed={kind === each}
                onClick={() => void setKind(each)}
                className="flex flex-col rounded-lg border border-line bg-surface p-4 text-left hover:border-line-strong aria-pressed:border-accent aria-pressed:ring-1 aria-pressed:ring-accent"
              >
                <span className="flex items-center gap-2 font-medium">
                  <Icon aria-hidden className="size-4 shrink-0 text-ink-faint" />
                  {kindLabel(each)}
                </span>
                <span className="mt-1 block text-sm text-ink-soft">{kindWords(`${each}_hint`)}</span>
              </button>
            );
          })}
        </div>
        {kind && Form && (
          <Section title={kindLabel(kind)}>
            <Form key={kind} tenant={tenant} provider={null} />
          </Section>
        )}
      </div>
    </>
  );
}
