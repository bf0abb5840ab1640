"use client";

import { useRouter } from "next/navigation";
import dynamic from "next/dynamic";
import { useTRPC } from "@/components/data/trpc";
import { CheckboxField, Form, SubmitButton, TextField } from "@/components/form/form";
import { Button } from "@/components/ui/button";
import { ConfirmDialog, Dialog, DialogActions } from "@/components/ui/overlay";
import type { DocumentContent, StoredDocument } from "@/server/domain/documents/documents.schema";
import { useAction } from "../../../_frame/use-action";

export type TemplateAsked = "save" | "copy" | "settings" | "delete";

const CreateDialog = dynamic(() => import("../new/create-dialog").then((module) => module.CreateDialog), {
  ssr: false,
});
const note = async () => (await import("./template-schemas")).Note;
const settings = async () => (await import("./template-schemas")).Settings;

/** What can be done with a template, each asked about first. */
export function TemplateDialogs({
  tenant,
  template: { templateId, name, trusted, version },
  basedOn,
  draft,
  asked,
  setAsked,
  saved,
}: {
  tenant: string;
  template: StoredDocument;
  /** The version that the draft is a change of. */
  basedOn: number;
  draft: DocumentContent;
  asked: TemplateAsked | null;
  setAsked: (asked: TemplateAsked | null) => void;
  saved: (version: number, content: DocumentContent) => void;
}) {
  const trpc = useTRPC();
  const router = useRouter();
  const save = useAction(
    trpc.documents.save.mutationOptions(),
    (template) => `Version ${template.version} was saved.`,
  );
  const update = useAction(trpc.documents.update.mutationOptions(), () => "The template was saved.");
  const remove = useAction(trpc.documents.remove.mutationOptions(), () => "The template was deleted.");
  const close = () => setAsked(null);
  return (
    <>
      <Dialog
        open={asked === "save"}
        onOpenChange={close}
        title={`Save version ${basedOn + 1}`}
        description="From now on it is what is rendered; the versions before it stay."
      >
        <Form
          schema={note}
          defaultValues={{ note: "" }}
          onSubmit={async ({ note }) => {
            const { version } = await save({ templateId, basedOn, note, ...draft });
            saved(version, draft);
            close();
          }}
        >
          <TextField name="note" label="What changed" hint="Optional." autoComplete="off" />
          <DialogActions>
            <Button onClick={close}>Cancel</Button>
            <SubmitButton>Save</SubmitButton>
          </DialogActions>
        </Form>
      </Dialog>
      {asked === "copy" && (
        <CreateDialog tenant={tenant} name={`${name} (copy)`} content={draft} close={close} />
      )}
      <Dialog open={asked === "settings"} onOpenChange={close} title="Name and data">
        <Form
          schema={settings}
          defaultValues={{ name, trusted }}
          onSubmit={async (values) => {
            await update({ templateId, ...values });
            close();
          }}
        >
          <TextField
            name="name"
            label="Name"
            hint="Unique among the templates, without case."
            autoComplete="off"
          />
          <CheckboxField
            name="trusted"
            label="The data may be HTML"
            hint="Three braces, {{{text}}}, then put HTML out of the data into the document: for data that your own systems make, never for what strangers typed. Two braces always escape."
          />
          <DialogActions>
            <Button onClick={close}>Cancel</Button>
            <SubmitButton>Save</SubmitButton>
          </DialogActions>
        </Form>
      </Dialog>
      <ConfirmDialog
        open={asked === "delete"}
        onOpenChange={close}
        title={`Delete ${name}?`}
        action="Delete template"
        danger
        typed={name}
        onConfirm={async () => {
          await remove({ templateId });
          router.push(`/${tenant}/documents`);
        }}
      >
        <p>
          {version === 1 ? "Its only version is" : `Its versions, up to number ${version}, are`} deleted, and
          whoever renders template {templateId} gets an error from now on. This cannot be undone.
        </p>
      </ConfirmDialog>
    </>
  );
}
