"use client";

import { useExtracted } from "next-intl";
import { useRouter } from "next/navigation";
import * as z from "zod";
import { useTRPC } from "@/components/data/trpc";
import { Form, SubmitButton, TextField } from "@/components/form/form";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/feedback";
import { Dialog, DialogActions } from "@/components/ui/overlay";
import { DocumentName, type DocumentContent } from "@/server/domain/documents/documents.schema";
import { useAction } from "../../../_frame/use-action";

const Named = z.strictObject({ name: DocumentName });

/** Keeps a draft as a template of its own, and leads to it. */
export function CreateDialog({
  tenant,
  name,
  content,
  problem = null,
  close,
}: {
  tenant: string;
  /** A name to begin with. */
  name: string;
  content: DocumentContent;
  /** Why no document can be made of it as it stands. */
  problem?: string | null;
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
          hint={t("Unique among the templates, without case.")}
          autoComplete="off"
        />
        {problem !== null && (
          <Callout tone="warning" title={t("No document can be made of it as it stands")}>
            {problem}
          </Callout>
        )}
        <DialogActions>
          <Button onClick={close}>{t("Cancel")}</Button>
          <SubmitButton>{t("Create template")}</SubmitButton>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
