"use client";

import { Download } from "lucide-react";
import { useExtracted } from "next-intl";
import { Button } from "../button";
import { downloadText } from "../download";
import { Callout } from "../feedback";
import { CopyButton } from "../text";
import { Dialog, type DialogProps } from "./overlay";

/** Secrets that are shown once. `filename` is the name of the file for the download. */
interface ShownSecret {
  values: { label: string; value: string }[];
  filename: string;
}

/** Dialog that shows secrets once. Open while `secret` is not null. Only the button "I have stored it" closes the dialog. */
export function SecretDialog({
  secret,
  onDone,
  ...dialog
}: Pick<DialogProps, "title" | "description" | "wide"> & {
  secret: ShownSecret | null;
  onDone: () => void;
}) {
  return (
    <Dialog {...dialog} open={secret !== null} onOpenChange={onDone} sticky>
      {secret && <SecretReveal {...secret} onDone={onDone} />}
    </Dialog>
  );
}

/** Shows secrets with buttons to copy and to download. The button at the end calls `onDone`. */
function SecretReveal({ values, filename, onDone }: ShownSecret & { onDone: () => void }) {
  const t = useExtracted("shared");
  const download = () =>
    downloadText(filename, values.map(({ label, value }) => `${label}: ${value}\n`).join(""));
  return (
    <div className="space-y-4">
      <Callout tone="warning" title={t("Shown only once")}>
        {t("The console does not show it again. Store it where only authorized people can read it.")}
      </Callout>
      <dl className="space-y-3">
        {values.map(({ label, value }) => (
          <div key={label}>
            <dt className="text-sm text-ink-soft">{label}</dt>
            <dd className="mt-1 flex items-center justify-between gap-2 rounded-md border border-line bg-sunken py-1 pr-1 pl-3">
              <code className="min-w-0 font-mono text-sm break-all">{value}</code>
              <CopyButton text={value} label={t("Copy {label}", { label })} />
            </dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={download}>
          <Download aria-hidden />
          {t("Download")}
        </Button>
        <Button variant="primary" onClick={onDone}>
          {t("I have stored it")}
        </Button>
      </div>
    </div>
  );
}
