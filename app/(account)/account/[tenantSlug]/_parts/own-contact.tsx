import { useExtracted } from "next-intl";
import type { ReactNode } from "react";
import { LeavingButton } from "@/components/ui/button";
import { Badge } from "@/components/ui/feedback";
import type { OpenAccount } from "./open-account";

interface ContactProps {
  /** E-mail address or phone number. Null if the user has none. */
  value: string | null;
  /** True shows the badge "Confirmed". False shows the badge "Not confirmed yet". Null shows no badge. */
  confirmed: boolean | null;
  /** Text of the badge, if it differs from "Confirmed". */
  confirmedText?: string;
  /** Actions on the address or number. */
  children?: ReactNode;
}

/** Shows the user's own address or phone number with its confirmation state. */
export function OwnContact({ value, confirmed, confirmedText, children }: ContactProps) {
  const t = useExtracted("hosted");
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <span className="min-w-0 font-medium break-words">{value ?? t("None")}</span>
      {confirmed === true && <Badge tone="success">{confirmedText ?? t("Confirmed")}</Badge>}
      {confirmed === false && <Badge tone="warning">{t("Not confirmed yet")}</Badge>}
      {children}
    </div>
  );
}

interface ChangeProps {
  account: OpenAccount;
  /** True if the organization lets the user change the address or number. */
  mayChange: boolean;
  /** True if the user signed in a short time ago. */
  recent: boolean;
  /** Forms that change the address or number. Shown only after a recent sign-in. */
  children: ReactNode;
  /** Form that is shown even without a recent sign-in. */
  always?: ReactNode;
}

/** Shows the forms that change the user's own address or number. If the user cannot change the value now, shows the reason. */
export function ContactChange({ account, mayChange, recent, children, always }: ChangeProps) {
  const t = useExtracted("hosted");
  if (!mayChange) return <p className="text-sm text-ink-soft">{t("An administrator can change it.")}</p>;
  if (account.actedBy)
    return <p className="text-sm text-ink-soft">{t("Only the person themselves can change it.")}</p>;
  return (
    <>
      {always}
      {recent ? (
        children
      ) : (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-ink-soft">
          <p>{t("You can change it shortly after signing in.")}</p>
          <LeavingButton href={account.signInAgain} size="sm">
            {t("Sign in again")}
          </LeavingButton>
        </div>
      )}
    </>
  );
}
