import { useExtracted } from "next-intl";
import { TextField } from "./account-form";

/** Field for a six-digit code that was sent to a phone number or an e-mail address. */
export function CodeField({ sentTo }: { sentTo: string }) {
  const t = useExtracted("hosted");
  return (
    <TextField
      name="code"
      label={t("The code that we sent")}
      hint={t("We sent it to {address}. It is valid for ten minutes.", { address: sentTo })}
      inputMode="numeric"
      autoComplete="one-time-code"
      pattern="[0-9 ]{6,7}"
      maxLength={7}
      required
      className="max-w-40 font-mono tracking-widest"
    />
  );
}
