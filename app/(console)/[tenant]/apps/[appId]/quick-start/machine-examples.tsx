"use client";

import { useExtracted } from "next-intl";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { Section } from "@/components/ui/page/page";
import { Tabs } from "@/components/ui/page/tabs";
import { CodeBlock } from "@/components/ui/text";
import type { AppDetail } from "@/server/domain/apps/console.schema";
import { machineSnippets } from "./machine-snippets";

const ids = machineSnippets.map(({ id }) => id);

/** Example code for an app without user sign-in. */
export function MachineExamples({ app, baseUrl }: { app: AppDetail; baseUrl: string }) {
  const t = useExtracted("apps");
  const [language, setLanguage] = useQueryState("language", parseAsStringLiteral(ids).withDefault("curl"));
  const { clientId, ownScopes: scopes } = app;
  return (
    <Section
      title={t("Get a token")}
      description={t(
        "Client credentials grant. The secret is read from CLIENT_SECRET. It was shown when the app was created; you can create a new one under Settings.",
      )}
    >
      <Tabs
        label={t("Language")}
        value={language}
        onChange={(id) => void setLanguage(ids.find((one) => one === id) ?? null)}
        tabs={machineSnippets.map(({ id, label, code }) => ({
          id,
          label,
          content: (
            <CodeBlock
              text={code({ clientId, scopes, baseUrl })}
              label={t("{language} example", { language: label })}
            />
          ),
        }))}
      />
    </Section>
  );
}
