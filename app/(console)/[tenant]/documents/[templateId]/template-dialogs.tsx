"use client";

import { useExtracted } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { CheckboxField, Form, SubmitButton, TextField } from "@/components/form/form";
import { lateDialog } from "@/components/ui/dialog/late-dialog";
import { Button } from "@/components/ui/button";
import { ConfirmDialog, Dialog, DialogActions } from "@/components/ui/dialog/overlay";
import type { DocumentContent, StoredDocument } from "@/server/domain/documents/documents.schema";
import { useAction, useRemoval } from "../../../_frame/use-action";
import { KeepActions } from "../_workshop/keep-actions";
import type { Verdict } from "../_workshop/use-workshop";

export type TemplateAsked = "save" | "copy" | "settings" | "delete";

const CreateDialog = lateDialog(() => import("../new/create-dialog").then((module) => module.CreateDialog));
const note = async () => (await import("./template-schemas")).Note;
const settings = async () => (await import("./template-schemas")).Settings;

const UNESCAPED = "{{{text}}}";

/** Dialogs for the actions on a template. */
export function TemplateDialogs({
  tenant,
  template: { templateId, name, trusted, version },
  basedOn,
  draft,
  verdict,
  asked,
  setAsked,
  saved,
}: {
  tenant: string;
  template: StoredDocument;
  /** Number of the version that the draft is based on. */
  basedOn: number;
  draft: DocumentContent;
  verdict: Verdict;
  asked: TemplateAsked | null;
  setAsked: (asked: TemplateAsked | null) => void;
  saved: (version: number, content: DocumentContent) => void;
}) {
  const t = useExtracted("documents");
  const trpc = useTRPC();
  const save = useAction(trpc.documents.save.mutationOptions(), (template) =>
    t("Version {version} was saved.", { version: String(template.version) }),
  );
  const update = useAction(trpc.documents.update.mutationOptions(), () => t("The template was saved."));
  const remove = useRemoval(trpc.documents.remove.mutationOptions(), `/${tenant}/documents`, () =>
    t("The template was deleted."),
  );
  const close = () => setAsked(null);
  return (
    <>
      <Dialog
        open={asked === "save"}
        onOpenChange={close}
        title={t("Save version {version}", { version: String(basedOn + 1) })}
        description={t("It is rendered from now on. Earlier versions are kept.")}
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
          <TextField name="note" label={t("What changed")} hint={t("Optional.")} autoComplete="off" />
          <KeepActions verdict={verdict} action={t("Save")} cancel={close} />
        </Form>
      </Dialog>
      {asked === "copy" && (
        <CreateDialog
          tenant={tenant}
          name={t("{name} (copy)", { name })}
          content={draft}
          verdict={verdict}
          close={close}
        />
      )}
      <Dialog open={asked === "settings"} onOpenChange={close} title={t("Name and data")}>
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
            label={t("Name")}
            hint={t("Unique among the templates; case does not matter.")}
            autoComplete="off"
          />
          <CheckboxField
            name="trusted"
            label={t("The data may contain HTML")}
            hint={t(
              "Three braces, {braces}, then insert HTML from the data into the document. Use them for data from your own systems, never for input from strangers. Two braces always escape.",
              { braces: UNESCAPED },
            )}
          />
          <DialogActions>
            <Button onClick={close}>{t("Cancel")}</Button>
            <SubmitButton>{t("Save")}</SubmitButton>
          </DialogActions>
        </Form>
      </Dialog>
      <ConfirmDialog
        open={asked === "delete"}
        onOpenChange={close}
        title={t("Delete {name}?", { name })}
        action={t("Delete template")}
        danger
        typed={name}
        onConfirm={() => remove({ templateId })}
      >
        <p>
          {version === 1
            ? t(
                "Its only version is deleted, and requests to render template {template} fail from now on. This cannot be undone.",
                { template: String(templateId) },
              )
            : t(
                "Its versions, up to number {version}, are deleted, and requests to render template {template} fail from now on. This cannot be undone.",
                { version: String(version), template: String(templateId) },
              )}
        </p>
      </ConfirmDialog>
    </>
  );
}
