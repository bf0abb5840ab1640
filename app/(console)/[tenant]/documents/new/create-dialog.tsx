"use client";

import { useRouter } from "next/navigation";
import { z } from "zod";
import { useTRPC } from "@/components/data/trpc";
import { Form, SubmitButton, TextField } from "@/components/form/form";
import { Button } from "@/components/ui/button";
import { Dialog, DialogActions } from "@/components/ui/overlay";
import { DocumentName, type DocumentContent } from "@/server/domain/documents/documents.schema";
import { useAction } from "../../../_frame/use-action";

const Named = z.strictObject({ name: DocumentName });

/** Keeps a draft as a template of its own, and leads to it. */
export function CreateDialog({
  tenant,
  name,
  content,
  close,
}: {
  tenant: string;
  /** A name to begin with. */
  name: string;
  content: DocumentContent;
  close: () => void;
}) {
  const router = useRouter();
  const create = useAction(
    useTRPC().documents.create.mutationOptions(),
    (template) => `The template ${template.name} was created.`,
  );
  return (
    <Dialog open onOpenChange={close} title="Save as a template">
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
          label="Name"
          hint="Unique among the templates, without case."
          autoComplete="off"
        />
        <DialogActions>
          <Button onClick={close}>Cancel</Button>
          <SubmitButton>Create template</SubmitButton>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
