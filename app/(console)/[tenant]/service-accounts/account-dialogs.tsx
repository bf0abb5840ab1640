"use client";

import { useExtracted } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { ConfirmDialog } from "@/components/ui/dialog/overlay";
import type { ServiceAccount } from "@/server/domain/service-accounts/service-accounts.schema";
import { useAction } from "../../_frame/use-action";

export interface AccountAsked {
  what: "suspend" | "remove";
  account: ServiceAccount;
}

/** Dialogs to suspend or remove a service account. */
export function ServiceAccountDialogs({
  asked,
  onClose,
  onRemoved,
}: {
  asked: AccountAsked | null;
  onClose: () => void;
  onRemoved?: () => void;
}) {
  const t = useExtracted("service-accounts");
  const trpc = useTRPC();
  const suspend = useAction(trpc.serviceAccounts.suspend.mutationOptions(), () =>
    t("The service account is suspended."),
  );
  const remove = useAction(trpc.serviceAccounts.remove.mutationOptions(), ({ appsUnlinked }) =>
    t(
      "{apps, plural, =0 {The service account was removed.} one {The service account was removed; # app was unlinked.} other {The service account was removed; # apps were unlinked.}}",
      { apps: appsUnlinked },
    ),
  );
  const name = asked?.account.name ?? "";
  return (
    <>
      <ConfirmDialog
        open={asked?.what === "suspend"}
        onOpenChange={onClose}
        title={t("Suspend {name}?", { name })}
        action={t("Suspend")}
        danger
        onConfirm={async () => asked && suspend({ userId: asked.account.userId })}
      >
        <p>{t("Every token of its credentials and apps is invalid at once. It can be reactivated.")}</p>
      </ConfirmDialog>
      <ConfirmDialog
        open={asked?.what === "remove"}
        onOpenChange={onClose}
        title={t("Remove {name}?", { name })}
        action={t("Remove")}
        danger
        typed={name}
        onConfirm={async () => {
          if (!asked) return;
          await remove({ userId: asked.account.userId });
          onRemoved?.();
        }}
      >
        <p>{t("Its credentials are revoked and its apps unlinked, at once. This cannot be undone.")}</p>
      </ConfirmDialog>
    </>
  );
}
