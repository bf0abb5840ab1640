"use client";

import { useExtracted } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { ConfirmDialog } from "@/components/ui/dialog/overlay";
import type { PublishedKey } from "@/server/platform/signing-keys.schema";
import { useAction } from "../../_frame/use-action";

/** An action on a signing key that the dialogs confirm. */
export interface KeyAction {
  kind: "plan" | "now" | "revoke";
  key: PublishedKey;
}

/** Dialogs that describe the consequences of an action on a signing key. */
export function KeyDialogs({ action, onClose }: { action: KeyAction | null; onClose: () => void }) {
  const t = useExtracted("platform");
  const trpc = useTRPC();
  const rotate = useAction(trpc.platform.signingKeys.rotate.mutationOptions(), ({ algorithm, state }) =>
    state === "signing"
      ? t("A new {algorithm} key signs.", { algorithm })
      : t("A new {algorithm} key is published. It signs in a day.", { algorithm }),
  );
  const revoke = useAction(trpc.platform.signingKeys.revoke.mutationOptions(), ({ algorithm }) =>
    t("The {algorithm} key was revoked.", { algorithm }),
  );
  const algorithm = action?.key.algorithm ?? "RS256";
  const common = { onOpenChange: onClose };
  return (
    <>
      <ConfirmDialog
        {...common}
        open={action?.kind === "plan"}
        title={t("Rotate the {algorithm} key?", { algorithm })}
        action={t("Rotate key")}
        onConfirm={() => rotate({ algorithm, when: "planned" })}
      >
        <p>
          {t(
            "A new key is published now and signs in a day, when every app has read it. The old one stays published until its tokens have expired.",
          )}
        </p>
      </ConfirmDialog>
      <ConfirmDialog
        {...common}
        open={action?.kind === "now"}
        title={t("Rotate the {algorithm} key at once?", { algorithm })}
        action={t("Rotate at once")}
        danger
        onConfirm={() => rotate({ algorithm, when: "now" })}
      >
        <p>
          {t(
            "The new key signs within a second. Apps and APIs that read the keys only at intervals refuse its tokens until then. Tokens of the old key stay valid.",
          )}
        </p>
      </ConfirmDialog>
      <ConfirmDialog
        {...common}
        open={action?.kind === "revoke"}
        title={t("Revoke the {algorithm} key?", { algorithm })}
        action={t("Revoke key")}
        danger
        typed={algorithm}
        onConfirm={async () => action && revoke({ kid: action.key.kid })}
      >
        <p>
          {t(
            "For a key that others may have. Every token that it signed becomes invalid here within a second, and a new key signs. APIs that keep a copy of the keys accept such tokens until they read them again. This cannot be undone.",
          )}
        </p>
      </ConfirmDialog>
    </>
  );
}
