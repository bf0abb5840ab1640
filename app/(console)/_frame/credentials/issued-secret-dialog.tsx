"use client";

import { useExtracted } from "next-intl";
import { SecretDialog } from "@/components/ui/dialog/secret-dialog";

export interface IssuedSecret {
  name: string;
  clientId: string;
  clientSecret: string;
}

/** Shows the new secret of a credential or an app. The server cannot show the secret again. */
export function IssuedSecretDialog({ issued, onDone }: { issued: IssuedSecret | null; onDone: () => void }) {
  const t = useExtracted("console");
  return (
    <SecretDialog
      title={t("Secret of {name}", { name: issued?.name ?? "" })}
      secret={
        issued && {
          filename: `${issued.clientId}.txt`,
          values: [
            { label: "client_id", value: issued.clientId },
            { label: "client_secret", value: issued.clientSecret },
          ],
        }
      }
      onDone={onDone}
    />
  );
}
