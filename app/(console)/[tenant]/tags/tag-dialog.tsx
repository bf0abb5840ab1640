"use client";

import { useExtracted } from "next-intl";
import { useRouter } from "next/navigation";
import { useTRPC } from "@/components/data/trpc";
import { Form, SubmitButton, TextField } from "@/components/form/form";
import { Button } from "@/components/ui/button";
import { Dialog, DialogActions } from "@/components/ui/dialog/overlay";
import { NewTag, type Tag } from "@/server/domain/tags/tags.schema";
import { useAction } from "../../_frame/use-action";

/** Dialog that creates a tag and opens its page. If `tag` is given, the dialog renames this tag. */
export function TagDialog({
  open,
  onOpenChange,
  tenant,
  tag,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  tenant: string;
  tag?: Tag;
}) {
  const t = useExtracted("tags");
  const trpc = useTRPC();
  const router = useRouter();
  const create = useAction(trpc.tags.create.mutationOptions(), ({ name }) =>
    t("The tag {tag} was created.", { tag: name }),
  );
  const update = useAction(trpc.tags.update.mutationOptions(), ({ name }) =>
    t("The tag was renamed to {tag}.", { tag: name }),
  );
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={tag ? t("Rename the tag") : t("New tag")}>
      <Form
        schema={NewTag}
        defaultValues={{ name: tag?.name ?? "" }}
        onSubmit={async ({ name }, seen) => {
          const made = tag ? await update({ tagId: tag.tagId, name, ...seen }) : await create({ name });
          // Closes the dialog before the navigation, because closing changes the query of the current page.
          onOpenChange(false);
          if (!tag) router.push(`/${tenant}/tags/${made.tagId}`);
        }}
      >
        <TextField
          name="name"
          label={t("Name")}
          hint={t("A group of users, such as “Employee” or “Partner”.")}
          autoComplete="off"
        />
        <DialogActions>
          <Button onClick={() => onOpenChange(false)}>{t("Cancel")}</Button>
          <SubmitButton>{tag ? t("Save") : t("Create tag")}</SubmitButton>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
