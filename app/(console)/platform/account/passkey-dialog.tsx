"use client";

import { browserSupportsWebAuthn, startRegistration } from "@simplewebauthn/browser";
import { useQueryClient } from "@tanstack/react-query";
import { useExtracted } from "next-intl";
import { useRef } from "react";
import { useTRPC } from "@/components/data/trpc";
import { Form, SubmitButton, TextField } from "@/components/form/form";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/feedback";
import { Dialog, DialogActions } from "@/components/ui/dialog/overlay";
import { NewPlatformPasskey } from "@/server/platform/factors.schema";
import { useAction } from "../../_frame/use-action";
import { ShowAgain } from "./factor-dialogs";

interface Adding {
  /** True if a second factor exists. The form then asks for a proof of this factor. */
  again: boolean;
  /** True if the person can enter a code, from an authenticator app or from the recovery codes. */
  showsCodes: boolean;
  /** Called after the passkey was added. The argument contains new recovery codes after the first factor, otherwise null. */
  onAdded: (recoveryCodes: string[] | null) => void;
}

/** Dialog that creates a passkey in this browser and adds it as a second factor. */
export function AddPasskeyDialog({
  open,
  onOpenChange,
  ...adding
}: Adding & { open: boolean; onOpenChange: (open: boolean) => void }) {
  const t = useExtracted("platform");
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("Add a passkey")}
      description={
        adding.again
          ? t("Your fingerprint, your face, your device’s PIN or a security key.")
          : t("Your other sessions end: they were opened by the password alone.")
      }
    >
      {open && <AddPasskey {...adding} onCancel={() => onOpenChange(false)} />}
    </Dialog>
  );
}

/** Returns the text for an error of the browser's passkey registration (WebAuthn §5.1.3). */
function useWordsOf() {
  const t = useExtracted("platform");
  return (error: unknown) => {
    const { name } = error as { name?: string };
    if (name === "InvalidStateError") return t("This device already holds a passkey of yours.");
    if (name === "NotAllowedError" || name === "AbortError")
      return t("No passkey was created. Try again when you are ready.");
    return t("Your browser could not create a passkey.");
  };
}

function AddPasskey({ again, showsCodes, onAdded, onCancel }: Adding & { onCancel: () => void }) {
  const t = useExtracted("platform");
  const wordsOf = useWordsOf();
  const trpc = useTRPC();
  const queries = useQueryClient();
  /** Created passkey. After a wrong password, the form submits the same passkey again. */
  const made = useRef<{ sealed: string; response: Record<string, unknown> } | null>(null);
  const add = useAction(trpc.platform.account.addPasskey.mutationOptions(), () =>
    t("The passkey was added."),
  );

  async function make() {
    const { sealed, options } = await queries.fetchQuery(
      trpc.platform.account.beginPasskey.queryOptions({}, { staleTime: 0, gcTime: 0 }),
    );
    // The cast restores the type: the server declares the options as a plain object, but SimpleWebAuthn creates them.
    const optionsJSON = options as unknown as Parameters<typeof startRegistration>[0]["optionsJSON"];
    try {
      return { sealed, response: { ...(await startRegistration({ optionsJSON })) } };
    } catch (error) {
      throw new Error(wordsOf(error), { cause: error });
    }
  }

  if (!browserSupportsWebAuthn())
    return <Callout>{t("This browser cannot create passkeys. Try another one.")}</Callout>;
  return (
    <Form
      schema={NewPlatformPasskey}
      defaultValues={{ label: "", currentPassword: "", ...(again && showsCodes && { proof: "" }) }}
      onSubmit={async (values) => {
        made.current ??= await make();
        try {
          onAdded((await add({ ...values, ...made.current })).recoveryCodes);
        } catch (error) {
          const field = (error as { data?: { field?: string | null } }).data?.field;
          if (field !== "currentPassword" && field !== "proof") made.current = null;
          throw error;
        }
      }}
    >
      <TextField
        name="label"
        label={t("Name")}
        hint={t("To tell your passkeys apart, for example: Laptop.")}
      />
      <ShowAgain again={again} showsCodes={showsCodes} />
      <DialogActions>
        <Button onClick={onCancel}>{t("Cancel")}</Button>
        <SubmitButton>{t("Add passkey")}</SubmitButton>
      </DialogActions>
    </Form>
  );
}
