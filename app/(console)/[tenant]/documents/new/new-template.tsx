"use client";

import { useQuery } from "@tanstack/react-query";
import { Save } from "lucide-react";
import { useExtracted } from "next-intl";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { useState } from "react";
import { useLeaveGuard } from "@/components/form/use-leave-guard";
import { lateDialog } from "@/components/ui/dialog/late-dialog";
import { Button } from "@/components/ui/button";
import { ErrorState, Skeleton } from "@/components/ui/feedback";
import { PageHeader, Section } from "@/components/ui/page/page";
import { CodeBlock } from "@/components/ui/text";
import type { DocumentContent } from "@/server/domain/documents/documents.schema";
import { commandOf } from "../_workshop/rendering";
import { differ, useWorkshop } from "../_workshop/use-workshop";
import { Workshop } from "../_workshop/workshop";
import { readStarter, starterNames, useStarterWords } from "../starters";
import { Gallery } from "./gallery";

const CreateDialog = lateDialog(() => import("./create-dialog").then((module) => module.CreateDialog));

/** Page for a new template. The administrator chooses a starter template, edits it and stores it under a name. */
export function NewTemplate({ tenant, baseUrl }: { tenant: string; baseUrl: string }) {
  const t = useExtracted("documents");
  const starters = useStarterWords();
  const [starter] = useQueryState("starter", parseAsStringLiteral([...starterNames, "blank"] as const));
  const trail = [{ label: t("Documents"), href: `/${tenant}/documents` }];
  const query = useQuery({
    queryKey: ["document-starter", starter],
    queryFn: () => (starter === "blank" || starter === null ? blank : readStarter(starter)),
    enabled: starter !== null,
    staleTime: Infinity,
  });
  if (starter === null)
    return (
      <>
        <PageHeader
          trail={trail}
          title={t("New template")}
          description={t("Choose the closest one. You can change all of it.")}
        />
        <Gallery tenant={tenant} />
      </>
    );
  const title = starter === "blank" ? t("New template") : starters[starter].title;
  if (query.isLoadingError)
    return (
      <>
        <PageHeader trail={trail} title={title} />
        <ErrorState
          message={t("The starter could not be loaded.")}
          retry={<Button onClick={() => void query.refetch()}>{t("Try again")}</Button>}
        />
      </>
    );
  if (!query.data)
    return (
      <>
        <PageHeader trail={trail} title={title} />
        <Skeleton className="h-[70vh]" />
      </>
    );
  return (
    <Draft
      key={starter}
      tenant={tenant}
      baseUrl={baseUrl}
      title={title}
      filename={starter === "blank" ? "document" : starter}
      initial={query.data}
    />
  );
}

const blank: DocumentContent = {
  html: [
    '<!doctype html>\n<html lang="en">\n  <head>\n    <style>',
    "      @page {\n        margin: 20mm;\n      }\n      body {\n        margin: 0;\n        font: 11pt/1.5 Arial, sans-serif;\n      }",
    "    </style>\n  </head>\n  <body>\n    <h1>Hello {{name}}</h1>\n  </body>\n</html>\n",
  ].join("\n"),
  sampleData: '{\n  "name": "Ann"\n}\n',
  pageSize: null,
  orientation: null,
};

function Draft({
  tenant,
  baseUrl,
  title,
  filename,
  initial,
}: {
  tenant: string;
  baseUrl: string;
  title: string;
  filename: string;
  initial: DocumentContent;
}) {
  const t = useExtracted("documents");
  const workbench = useWorkshop({ tenant }, initial);
  const { draft, verdict, mayBeKept } = workbench;
  const [saving, setSaving] = useState(false);
  useLeaveGuard(() => differ(draft, initial));
  return (
    <>
      <PageHeader
        trail={[
          { label: t("Documents"), href: `/${tenant}/documents` },
          { label: t("New template"), href: `/${tenant}/documents/new` },
        ]}
        title={title}
        description={t("Nothing is stored until you save it.")}
        actions={
          <Button variant="primary" onClick={() => mayBeKept() && setSaving(true)}>
            <Save aria-hidden />
            {t("Save as a template…")}
          </Button>
        }
      />
      <Workshop workbench={workbench} filename={filename} />
      <div className="mt-4">
        <Section title={t("Command-line example")}>
          <CodeBlock label={t("command")} text={commandOf(baseUrl, draft)} />
        </Section>
      </div>
      {saving && (
        <CreateDialog
          tenant={tenant}
          name={title}
          content={draft}
          verdict={verdict}
          close={() => setSaving(false)}
        />
      )}
    </>
  );
}
