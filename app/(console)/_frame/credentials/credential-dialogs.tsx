"use client";

import { useExtracted } from "next-intl";
import { ConfirmDialog } from "@/components/ui/dialog/overlay";

interface Named {
  name: string;
}

/** Dialog that replaces the secret of a credential after a confirmation. */
export function RotateDialog<Credential extends Named>({
  credential,
  onClose,
  onConfirm,
}: {
  credential: Credential | undefined;
  onClose: () => void;
  onConfirm: (credential: Credential) => Promise<unknown>;
}) {
  const t = useExtracted("console");
  return (
    <ConfirmDialog
      open={credential !== undefined}
      onOpenChange={onClose}
      title={t("Rotate the secret of {name}?", { name: credential?.name ?? "" })}
      action={t("Rotate secret")}
      danger
      onConfirm={async () => credential && onConfirm(credential)}
    >
      <p>
        {t(
          "The old secret and all access tokens issued with it stop working at once. Programs that use them need the new secret.",
        )}
      </p>
    </ConfirmDialog>
  );
}

/** Dialog that revokes a credential after a confirmation. */
export function RevokeDialog<Credential extends Named>({
  credential,
  onClose,
  onConfirm,
}: {
  credential: Credential | null;
  onClose: () => void;
  onConfirm: (credential: Credential) => Promise<unknown>;
}) {
  const t = useExtracted("console");
  return (
    <ConfirmDialog
      open={credential !== null}
      onOpenChange={onClose}
      title={t("Revoke {name}?", { name: credential?.name ?? "" })}
      action={t("Revoke credential")}
      danger
      typed={credential?.name ?? ""}
      onConfirm={async () => credential && onConfirm(credential)}
    >
      <p>
        {t(
          "Its secret and all its access tokens stop working at once. This cannot be undone. Programs that use it need a new credential.",
        )}
      </p>
    </ConfirmDialog>
  );
}
