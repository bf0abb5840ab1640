"use client";

import { useTRPC } from "@/components/data/trpc";
import { ConfirmDialog } from "@/components/ui/overlay";
import type { ServiceAccount } from "@/server/domain/service-accounts/service-accounts.schema";
import { useAction } from "../../_frame/use-action";

export interface AccountAsked {
  what: "suspend" | "remove";
  account: ServiceAccount;
}

/** Suspends or removes a service account, each asked about first. */
export function ServiceAccountDialogs({
  asked,
  onClose,
  onRemoved,
}: {
  asked: AccountAsked | null;
  onClose: () => void;
  onRemoved?: () => void;
}) {
  const trpc = useTRPC();
  const suspend = useAction(
    trpc.serviceAccounts.suspend.mutationOptions(),
    () => "The service account is suspended.",
  );
  const remove = useAction(trpc.serviceAccounts.remove.mutationOptions(), ({ appsUnlinked }) =>
    appsUnlinked === 0
      ? "The service account was removed."
      : `The service account was removed; ${appsUnlinked} ${appsUnlinked === 1 ? "app was" : "apps were"} unlinked.`,
  );
  const name = asked?.account.name ?? "";
  return (
    <>
      <ConfirmDialog
        open={asked?.what === "suspend"}
        onOpenChange={onClose}
        title={`Suspend ${name}?`}
        action="Suspend"
        danger
        onConfirm={async () => asked && suspend({ userId: asked.account.userId })}
      >
        <p>Every token of its credentials and apps is invalid at once. It can be reactivated.</p>
      </ConfirmDialog>
      <ConfirmDialog
        open={asked?.what === "remove"}
        onOpenChange={onClose}
        title={`Remove ${name}?`}
        action="Remove"
        danger
        typed={name}
        onConfirm={async () => {
          if (!asked) return;
          await remove({ userId: asked.account.userId });
          onRemoved?.();
        }}
      >
        <p>Its credentials are revoked and its apps unlinked, at once. This cannot be undone.</p>
      </ConfirmDialog>
    </>
  );
}
