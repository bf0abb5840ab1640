"use client";

import { useExtracted } from "next-intl";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/feedback";
import { Dialog, DialogActions } from "@/components/ui/overlay";
import { CodeBlock } from "@/components/ui/text";

/** New recovery codes, shown this once. */
export function CodesDialog({ codes, onDone }: { codes: string[] | null; onDone: () => void }) {
  const t = useExtracted("platform");
  return (
    <Dialog open={codes !== null} onOpenChange={onDone} title={t("Your recovery codes")} sticky>
      <div className="space-y-4">
        <Callout tone="warning" title={t("Shown only now")}>
          {t(
            "Each opens the sign-in once without the second factor. Keep them where you find them without your phone: on paper, or in a password manager.",
          )}
        </Callout>
        <CodeBlock text={codes?.join("\n") ?? ""} label={t("Recovery codes")} />
      </div>
      <DialogActions>
        <Button variant="primary" onClick={onDone}>
          {t("I have kept them")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
