"use client";

import { useRouter } from "next/navigation";
import { useTRPC } from "@/components/data/trpc";
import { Form, SubmitButton, TextField } from "@/components/form/form";
import { Button } from "@/components/ui/button";
import { Dialog, DialogActions } from "@/components/ui/overlay";
import { NewTag, type Tag } from "@/server/domain/tags/tags.schema";
import { useAction } from "../../_frame/use-action";

/** Creates a tag and opens its page, or renames the one that is given. */
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
  const trpc = useTRPC();
  const router = useRouter();
  const create = useAction(trpc.tags.create.mutationOptions(), ({ name }) => `The tag ${name} was created.`);
  const update = useAction(trpc.tags.update.mutationOptions(), ({ name }) => `The tag is ${name} now.`);
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={tag ? "Rename the tag" : "New tag"}>
      <Form
        schema={NewTag}
        defaultValues={{ name: tag?.name ?? "" }}
        onSubmit={async ({ name }, seen) => {
          if (tag) await update({ tagId: tag.tagId, name, ...seen });
          else router.push(`/${tenant}/tags/${(await create({ name })).tagId}`);
          onOpenChange(false);
        }}
      >
        <TextField
          name="name"
          label="Name"
          hint="What people are to the organization, such as “Employee” or “Partner”."
          autoComplete="off"
        />
        <DialogActions>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <SubmitButton>{tag ? "Save" : "Create tag"}</SubmitButton>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
