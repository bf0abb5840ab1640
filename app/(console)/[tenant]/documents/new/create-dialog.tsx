"use client";

import { useExtracted } from "next-intl";
import { useRouter } from "next/navigation";
import * as z from "zod";
import { useTRPC } from "@/components/data/trpc";
import { Form, TextField } from "@/components/form/form";
import { Dialog } from "@/components/ui/dialog/overlay";
import { DocumentName, type DocumentContent } from "@/server/domain/documents/documents.schema";
import { useAction } from "../../../_frame/use-action";
import { KeepActions } from "../_workshop/keep-actions";
import type { Verdict } from "../_workshop/use-workshop";

const Named = z.strictObject({ name: DocumentName });

/** Dialog that stores a draft as a new template. Then opens the page of the template. */
export function CreateDialog({
  tenant,
  name,
  content,
  verdict,
  close,
}: {
  tenant: string;
  /** Initial value of the name field. */
  name: string;
  content: DocumentContent;
  verdict: Verdict;
  close: () => void;
}) {
  const t = useExtracted("documents");
  const router = useRouter();
  const create = useAction(useTRPC().documents.create.mutationOptions(), (template) =>
    t("The template {name} was created.", { name: template.name }),
  );
  return (
    <Dialog open onOpenChange={close} title={t("Save as a template")}>
      <Form
        schema={Named}
        defaultValues={{ name }}
        onSubmit={async (values) => {
          const { templateId } = await create({ ...content, ...values });
          router.push(`/${tenant}/documents/${templateId}`);
        }}
      >
        <TextField
          name="name"
          label={t("Name")}
          hint={t("Unique among the templates; case does not matter.")}
          autoComplete="off"
        />
        <KeepActions verdict={verdict} action={t("Create template")} cancel={close} />
      </Form>
    </Dialog>
  );
}
