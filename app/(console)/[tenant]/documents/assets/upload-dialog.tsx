"use client";

import { useExtracted } from "next-intl";
import { useId, useState, type FormEvent } from "react";
import { refusalWords } from "@/components/form/message";
import { useLeaveGuard } from "@/components/form/use-leave-guard";
import { useTRPC } from "@/components/data/trpc";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/feedback";
import { Input } from "@/components/ui/input/input";
import { Dialog, DialogActions } from "@/components/ui/dialog/overlay";
import { AssetName, MOST_ASSET, type DocumentAsset } from "@/server/domain/documents/documents.schema";
import { useAction } from "../../../_frame/use-action";

interface Props {
  taken: DocumentAsset[];
  close: () => void;
}

/** Dialog that uploads a picture. Templates refer to the picture by its name. */
export function UploadDialog(props: Props) {
  const t = useExtracted("documents");
  return (
    <Dialog
      open
      onOpenChange={props.close}
      title={t("Upload a picture")}
      description={t("PNG, JPEG, WebP or SVG, up to 2 MB.")}
    >
      <UploadForm {...props} />
    </Dialog>
  );
}

function UploadForm({ taken, close }: Props) {
  const t = useExtracted("documents");
  const id = useId();
  const [file, setFile] = useState<File | null>(null);
  const [name, setName] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  useLeaveGuard(() => file !== null && !pending);
  const upload = useAction(useTRPC().documents.uploadAsset.mutationOptions(), ({ name: saved, replaced }) =>
    replaced ? t("{name} was replaced.", { name: saved }) : t("{name} was uploaded.", { name: saved }),
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
      ? t("Choose a picture.")
      : file.size > MOST_ASSET
        ? t("The picture has more than 2 MB.")
        : AssetName.safeParse(name).success
          ? null
          : t("The name must have only letters, digits, dots, hyphens and underscores, at most 100");
    setProblem(refused);
    if (refused !== null || !file) return;
    setPending(true);
    try {
      const content = await base64Of(file).catch(() => {
        throw new Error(t("The picture could not be read."));
      });
      await upload({ name, content });
      close();
    } catch (error) {
      setProblem(refusalWords(error, t("It could not be uploaded.")));
      setPending(false);
    }
  };
  return (
    <form onSubmit={(event) => void send(event)} className="space-y-4" noValidate>
      {problem && <Callout tone="danger">{problem}</Callout>}
      <div>
        <label htmlFor={`${id}-file`} className="mb-1 block text-sm font-medium">
          {t("Picture")}
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
          {t("Name")}
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
          {t.rich("Templates show it as <code>asset:{name}</code>.", {
            name: name || t("name"),
            code: (chunks) => <code className="font-mono">{chunks}</code>,
          })}
        </p>
      </div>
      {replaced && (
        <Callout tone="warning">
          {t(
            "{usedIn, plural, =0 {There is a picture of this name. It is replaced.} one {There is a picture of this name. It is replaced in # template.} other {There is a picture of this name. It is replaced in # templates.}}",
            { usedIn: replaced.usedIn },
          )}
        </Callout>
      )}
      <DialogActions>
        <Button onClick={close} disabled={pending}>
          {t("Cancel")}
        </Button>
        <Button type="submit" variant="primary" loading={pending}>
          {replaced ? t("Replace") : t("Upload")}
        </Button>
      </DialogActions>
    </form>
  );
}

/** Converts a file name to a valid picture name. Replaces each run of invalid characters by a hyphen. */
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
    reader.onerror = () => reject(reader.error!);
    reader.readAsDataURL(file);
  });
}
