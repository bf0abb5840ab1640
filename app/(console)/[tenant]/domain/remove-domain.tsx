"use client";

import { useExtracted } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { ConfirmDialog } from "@/components/ui/dialog/overlay";
import { useAction } from "../../_frame/use-action";
import { LostPasskeys } from "./lost-passkeys";

/** Button that removes the organization's domain after a confirmation. */
export function RemoveDomain({
  domain,
  verifiedAt,
  open,
  onOpenChange,
}: {
  domain: string | null;
  verifiedAt: string | null;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const t = useExtracted("domain");
  const remove = useAction(useTRPC().domains.remove.mutationOptions(), () => t("The domain was removed."));
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("Remove {domain}?", { domain: domain ?? "" })}
      action={t("Remove the domain")}
      danger
      onConfirm={() => remove({})}
    >
      {verifiedAt ? (
        <>
          <p>
            {t(
              "People can no longer sign in there, only at the platform’s address. Apps that use the domain as their issuer stop working, and sessions started there end. To set it again later, you need a new DNS record.",
            )}
          </p>
          <LostPasskeys />
        </>
      ) : (
        <p>{t("Its DNS record is no longer needed. To set it again later, you need a new DNS record.")}</p>
      )}
    </ConfirmDialog>
  );
}
