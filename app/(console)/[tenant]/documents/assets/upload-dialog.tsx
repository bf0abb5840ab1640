"use client";

import { useId, useState, type FormEvent } from "react";
import { refusalWords } from "@/components/form/message";
import { useTRPC } from "@/components/data/trpc";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/feedback";
import { Input } from "@/components/ui/input";
import { Dialog, DialogActions } from "@/components/ui/overlay";
import { AssetName, MOST_ASSET, type DocumentAsset } from "@/server/domain/documents/documents.schema";
import { useAction } from "../../../_frame/use-action";

/** Uploads a picture under a name that templates call it by. */
export function UploadDialog({ taken, close }: { taken: DocumentAsset[]; close: () => void }) {
  const id = useId();
  const [file, setFile] = useState<File | null>(null);
  const [name, setName] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  const upload = useAction(useTRPC().documents.uploadAsset.mutationOptions(), ({ name: saved, replaced }) =>
    replaced ? `${saved} was replaced.` : `${saved} was uploaded.`,
  );
  const replaced = taken.find((asset) => asset.name === name);
  const choose = (chosen: File | null) => {
    setFile(chosen);
    setProblem(null);
    if (chosen) setName(nameFrom(chosen.name));
  };
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const refused = !file
      ? "Choose a picture."
      : file.size > MOST_ASSET
        ? "The picture has more than 2 MB."
        : (AssetName.safeParse(name).error?.issues[0]?.message.replace(/^must be/, "The name must be") ??
          null);
    setProblem(refused);
    if (refused !== null || !file) return;
    setPending(true);
    try {
      await upload({ name, content: await base64Of(file) });
      close();
    } catch (error) {
      setProblem(refusalWords(error, "It could not be uploaded."));
      setPending(false);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={close}
      title="Upload a picture"
      description="PNG, JPEG, WebP or SVG, up to 2 MB."
    >
      <form onSubmit={(event) => void send(event)} className="space-y-4" noValidate>
        {problem && <Callout tone="danger">{problem}</Callout>}
        <div>
          <label htmlFor={`${id}-file`} className="mb-1 block text-sm font-medium">
            Picture
          </label>
          <input
            id={`${id}-file`}
            type="file"
            accept="image/png,image/jpeg,image/webp,image/svg+xml"
            onChange={(event) => choose(event.target.files?.[0] ?? null)}
            className="block w-full text-sm file:mr-3 file:h-8 file:rounded-md file:border file:border-line file:bg-surface file:px-3 file:font-medium file:text-ink hover:file:bg-sunken"
          />
        </div>
        <div>
          <label htmlFor={`${id}-name`} className="mb-1 block text-sm font-medium">
            Name
          </label>
          <Input
            id={`${id}-name`}
            value={name}
            onChange={(event) => setName(event.target.value)}
            autoComplete="off"
            spellCheck={false}
            aria-describedby={`${id}-hint`}
          />
          <p id={`${id}-hint`} className="mt-1 text-sm text-ink-faint">
            Templates show it as <code className="font-mono">asset:{name || "name"}</code>.
          </p>
        </div>
        {replaced && (
          <Callout tone="warning">
            There is a picture of this name. It is replaced
            {replaced.usedIn > 0 &&
              ` in ${replaced.usedIn === 1 ? "1 template" : `${replaced.usedIn} templates`}`}
            .
          </Callout>
        )}
        <DialogActions>
          <Button onClick={close} disabled={pending}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" loading={pending}>
            {replaced ? "Replace" : "Upload"}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** A file's name as an asset's: what it may not have becomes a hyphen. */
const nameFrom = (file: string) =>
  file
    .normalize("NFKD")
    .replace(/[^A-Za-z0-9._-]+/g, "-")
    .replace(/^[^A-Za-z0-9]+/, "")
    .slice(-100);

function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve((reader.result as string).replace(/^[^,]*,/, ""));
    reader.onerror = () => reject(new Error("The picture could not be read."));
    reader.readAsDataURL(file);
  });
}
