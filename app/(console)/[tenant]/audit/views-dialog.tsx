"use client";

import { Trash2 } from "lucide-react";
import { useExtracted } from "next-intl";
import { z } from "zod";
import { Form, SubmitButton, TextField } from "@/components/form/form";
import { IconButton } from "@/components/ui/button";
import { Dialog, DialogActions } from "@/components/ui/overlay";
import type { View } from "./views";

const NameForm = z.strictObject({
  name: z.string().trim().min(1, "must not be empty").max(60, "must have at most 60 characters"),
});

/** Keeps the filters that are set under a name, and takes views away. */
export function ViewsDialog({
  query,
  views,
  keep,
  onClose,
}: {
  /** The filters that are set, as the address says them. */
  query: string;
  views: View[];
  keep: (views: View[]) => void;
  onClose: () => void;
}) {
  const t = useExtracted("audit");
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("Saved views")}
      description={t(
        "Filters under a name of your choice. They stay in this browser; others do not see them. To share one, send the page’s address.",
      )}
    >
      <Form
        schema={NameForm}
        defaultValues={{ name: "" }}
        onSubmit={async ({ name }) => {
          keep([...views.filter((view) => view.name !== name), { name, query }]);
          onClose();
        }}
      >
        <TextField
          name="name"
          label={t("Name of the view")}
          hint={
            query === ""
              ? t("No filter is set: it will show the whole log.")
              : t("It keeps the filters that are set now.")
          }
          autoComplete="off"
        />
        <DialogActions>
          <SubmitButton>{t("Save the view")}</SubmitButton>
        </DialogActions>
      </Form>
      {views.length > 0 && (
        <ul className="mt-4 divide-y divide-line border-t border-line">
          {views.map((view) => (
            <li key={view.name} className="flex items-center justify-between gap-2 py-1">
              <span className="min-w-0 truncate">{view.name}</span>
              <IconButton
                label={t("Remove {name}", { name: view.name })}
                onClick={() => keep(views.filter(({ name }) => name !== view.name))}
              >
                <Trash2 />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
