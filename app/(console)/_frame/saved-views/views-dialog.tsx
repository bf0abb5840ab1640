"use client";

import { Trash2 } from "lucide-react";
import { useExtracted } from "next-intl";
import { useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import { Form, SubmitButton, TextField } from "@/components/form/form";
import { toast } from "@/components/toast";
import { Button, IconButton } from "@/components/ui/button";
import { Dialog, DialogActions } from "@/components/ui/dialog/overlay";
import type { ViewableList } from "@/server/domain/saved-views/lists.schema";
import { NewView, type SavedView } from "@/server/domain/saved-views/saved-views.schema";
import { useAction } from "../use-action";

const NameForm = NewView.pick({ name: true });

/** Dialog that stores the current filters as a named view. Also removes views. */
export function ViewsDialog({
  list,
  query,
  views,
  onClose,
}: {
  list: ViewableList;
  /** Current filters as a query string. */
  query: string;
  views: SavedView[];
  onClose: () => void;
}) {
  const t = useExtracted("console");
  const trpc = useTRPC();
  const save = useAction(trpc.savedViews.save.mutationOptions(), ({ name }) =>
    t("The view {name} was saved.", { name }),
  );
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("Saved views")}
      description={t(
        "Saves filters under a name, for every browser that you sign in with. A view of the same name is replaced. Others do not see your views. To share one, send the page’s address.",
      )}
    >
      <Form
        schema={NameForm}
        defaultValues={{ name: "" }}
        onSubmit={async ({ name }) => {
          await save({ list, name, query });
          onClose();
        }}
      >
        <TextField
          name="name"
          label={t("Name of the view")}
          hint={
            query === ""
              ? t("No filter is set: it will show the whole list.")
              : t("It keeps the filters that are set now.")
          }
          autoComplete="off"
        />
        <DialogActions>
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <SubmitButton>{t("Save the view")}</SubmitButton>
        </DialogActions>
      </Form>
      {views.length > 0 && (
        <ul className="mt-4 max-h-60 divide-y divide-line overflow-y-auto border-t border-line">
          {views.map((view) => (
            <KeptView key={view.viewId} view={view} />
          ))}
        </ul>
      )}
    </Dialog>
  );
}

function KeptView({ view: { viewId, name } }: { view: SavedView }) {
  const t = useExtracted("console");
  const [going, setGoing] = useState(false);
  const remove = useAction(useTRPC().savedViews.remove.mutationOptions(), () =>
    t("The view {name} was removed.", { name }),
  );
  return (
    <li className="flex items-center justify-between gap-2 py-1">
      <span className="min-w-0 truncate">{name}</span>
      <IconButton
        label={t("Remove {name}", { name })}
        disabled={going}
        onClick={() => {
          setGoing(true);
          void remove({ viewId }).catch((error: Error) => {
            setGoing(false);
            toast.refused(error);
          });
        }}
      >
        <Trash2 />
      </IconButton>
    </li>
  );
}
