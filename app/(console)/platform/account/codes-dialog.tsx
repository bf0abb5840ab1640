"use client";

import { useExtracted } from "next-intl";
import { Button } from "@/components/ui/button";
import { Dialog, DialogActions } from "@/components/ui/dialog/overlay";
import { NewRecoveryCodes } from "@/components/ui/recovery-codes";

/** Shows new recovery codes once. */
export function CodesDialog({ codes, onDone }: { codes: string[] | null; onDone: () => void }) {
  const t = useExtracted("platform");
  return (
    <Dialog open={codes !== null} onOpenChange={onDone} title={t("Your recovery codes")} sticky>
      <NewRecoveryCodes codes={codes ?? []} />
      <DialogActions>
        <Button variant="primary" onClick={onDone}>
          {t("I have saved them")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
