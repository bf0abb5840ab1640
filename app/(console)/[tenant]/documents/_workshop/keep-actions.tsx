"use client";

import { useExtracted } from "next-intl";
import { SubmitButton } from "@/components/form/form";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/feedback";
import { DialogActions } from "@/components/ui/dialog/overlay";
import type { Verdict } from "./use-workshop";

/** Buttons of a dialog that stores a draft. If the draft does not render, the administrator must confirm the save. */
export function KeepActions({
  verdict: { busy, problem },
  action,
  cancel,
}: {
  verdict: Verdict;
  action: string;
  cancel: () => void;
}) {
  const t = useExtracted("documents");
  const broken = !busy && problem !== null;
  return (
    <>
      {broken && (
        <Callout tone="danger" title={t("This template cannot be rendered in its current form")}>
          {problem}
        </Callout>
      )}
      <DialogActions>
        <Button onClick={cancel}>{t("Cancel")}</Button>
        <SubmitButton variant={broken ? "danger" : "primary"} loading={busy}>
          {broken ? t("Save anyway") : action}
        </SubmitButton>
      </DialogActions>
    </>
  );
}
