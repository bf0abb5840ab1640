"use client";

import { useQuery } from "@tanstack/react-query";
import { useExtracted } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { Form, SubmitButton, TextField } from "@/components/form/form";
import { Button } from "@/components/ui/button";
import { Dialog, DialogActions } from "@/components/ui/dialog/overlay";
import { QrCode } from "@/components/ui/qr-code";
import { FactorProof, NewPlatformApp } from "@/server/platform/factors.schema";
import { NotLoaded } from "../../_frame/records/not-loaded";
import { useAction } from "../../_frame/use-action";
import type { Proving } from "./second-factors";

const codeField = { autoComplete: "one-time-code", spellCheck: false, autoCapitalize: "none" } as const;

/** Dialog that adds an authenticator app. If `again` is true, the form also asks for a proof of an existing second factor. */
export function AddAppDialog({
  open,
  onOpenChange,
  again,
  showsCodes,
  onAdded,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  again: boolean;
  /** True if the person can enter a code, from an authenticator app or from the recovery codes. */
  showsCodes: boolean;
  /** Called after the factor was added. The argument contains new recovery codes after the first factor, otherwise null. */
  onAdded: (recoveryCodes: string[] | null) => void;
}) {
  const t = useExtracted("platform");
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("Add an authenticator app")}
      description={again ? undefined : t("Your other sessions end: they were opened by the password alone.")}
    >
      {open && (
        <AddApp
          again={again}
          showsCodes={showsCodes}
          onAdded={onAdded}
          onCancel={() => onOpenChange(false)}
        />
      )}
    </Dialog>
  );
}

function AddApp({
  again,
  showsCodes,
  onAdded,
  onCancel,
}: {
  again: boolean;
  showsCodes: boolean;
  onAdded: (recoveryCodes: string[] | null) => void;
  onCancel: () => void;
}) {
  const t = useExtracted("platform");
  const trpc = useTRPC();
  // Fetches the seed once each time the dialog opens. A new seed during the setup would make the code of the app invalid.
  const begun = useQuery(trpc.platform.account.beginApp.queryOptions({}, { gcTime: 0, staleTime: "static" }));
  const add = useAction(trpc.platform.account.addApp.mutationOptions(), () =>
    t("The authenticator app was added."),
  );
  if (!begun.data) return <NotLoaded query={begun} className="h-80" />;
  const { uri, typed, sealed } = begun.data;
  return (
    <Form
      schema={NewPlatformApp}
      defaultValues={{ code: "", currentPassword: "", ...(again && showsCodes && { proof: "" }) }}
      onSubmit={async (values) => onAdded((await add({ ...values, sealed })).recoveryCodes)}
    >
      <div className="flex justify-center">
        <QrCode text={uri} label={t("QR code for your authenticator app")} />
      </div>
      <p className="text-sm text-ink-soft">
        {t("Without a camera, type this into the app:")}
        <span className="mt-1 block font-mono break-all text-ink">{typed}</span>
      </p>
      <TextField name="code" label={t("Code that the app shows")} inputMode="numeric" {...codeField} />
      <ShowAgain again={again} showsCodes={showsCodes} />
      <DialogActions>
        <Button onClick={onCancel}>{t("Cancel")}</Button>
        <SubmitButton>{t("Add authenticator app")}</SubmitButton>
      </DialogActions>
    </Form>
  );
}

/** Fields for the password and, if a second factor exists, for a code of this factor. */
export function ShowAgain({ again, showsCodes }: { again: boolean; showsCodes: boolean }) {
  const t = useExtracted("platform");
  return (
    <>
      {again && !showsCodes && <NoCodes />}
      {again && showsCodes && (
        <TextField
          name="proof"
          label={t("Code of a second factor that you have")}
          hint={t("From an authenticator app, or a recovery code.")}
          {...codeField}
        />
      )}
      <TextField
        name="currentPassword"
        label={t("Your password")}
        type="password"
        autoComplete="current-password"
      />
    </>
  );
}

/** Explains the alternative for a person without codes: a recent sign-in with a passkey. */
function NoCodes() {
  const t = useExtracted("platform");
  return (
    <p className="text-sm text-ink-soft">
      {t("Your passkey shows no code. You can do this within 15 minutes after you signed in with it.")}
    </p>
  );
}

/** Dialog that asks for a proof. Used before removing a factor and before replacing the recovery codes. */
export function ProofDialog({
  proving,
  showsCodes,
  open,
  onClose,
  onCodes,
}: {
  proving: Proving | null;
  showsCodes: boolean;
  open: boolean;
  onClose: () => void;
  onCodes: (codes: string[]) => void;
}) {
  const t = useExtracted("platform");
  const trpc = useTRPC();
  const remove = useAction(trpc.platform.account.removeFactor.mutationOptions(), () =>
    t("The second factor was removed."),
  );
  const make = useAction(trpc.platform.account.makeRecoveryCodes.mutationOptions(), () => null);
  if (proving === null) return null;
  const toRemove = proving === "recovery codes" ? null : proving.remove;
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={toRemove ? t("Remove {name}?", { name: toRemove.name }) : t("Create new recovery codes?")}
      description={
        toRemove
          ? t(
              "It can no longer be used to sign in. If it is your last second factor, the recovery codes are removed, too.",
            )
          : t("You get ten new codes. The previous codes stop working.")
      }
    >
      <Form
        schema={FactorProof}
        defaultValues={showsCodes ? { proof: "" } : {}}
        onSubmit={async ({ proof }) => {
          if (toRemove) await remove({ factorId: toRemove.factorId, proof });
          else onCodes((await make({ proof })).recoveryCodes);
          onClose();
        }}
      >
        {showsCodes ? (
          <TextField
            name="proof"
            label={t("Code of your authenticator app, or a recovery code")}
            {...codeField}
          />
        ) : (
          <NoCodes />
        )}
        <DialogActions>
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <SubmitButton variant={toRemove ? "danger" : "primary"}>
            {toRemove ? t("Remove") : t("Create new codes")}
          </SubmitButton>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
