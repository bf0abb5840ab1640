import { useExtracted } from "next-intl";
import { Badge, type Tone } from "@/components/ui/feedback";
import type { Message } from "@/server/platform/messages.schema";

type State = Message["state"];

const tones: Record<State, Tone> = { queued: "neutral", sent: "success", failed: "danger", kept: "warning" };

/** Returns the label and the explanation of each state of a message. */
export function useStateWords(): Record<State, { label: string; hint: string }> {
  const t = useExtracted("platform");
  return {
    queued: { label: t("Queued"), hint: t("Being sent.") },
    sent: { label: t("Sent"), hint: t("Handed over for delivery. The content is not kept.") },
    failed: { label: t("Failed"), hint: t("Sending failed permanently.") },
    kept: { label: t("Not sent"), hint: t("No delivery is configured. The message can be read here.") },
  };
}

export function MessageState({ state }: { state: State }) {
  return <Badge tone={tones[state]}>{useStateWords()[state].label}</Badge>;
}

/** Returns a function that describes the purpose of a message by its template. */
export function useAbout(): (message: Pick<Message, "template">) => string {
  const t = useExtracted("platform");
  const words: Record<string, string> = {
    email_code: t("Sign-in code"),
    sms_code: t("Sign-in code"),
    magic_link: t("Sign-in link"),
    password_reset: t("Password reset"),
    email_verification: t("Address verification"),
    invitation: t("Invitation"),
    new_device: t("New device"),
    password_changed: t("Password changed"),
    factor_changed: t("Second factor changed"),
    administrator_made: t("Became an administrator"),
    security_alert: t("Security alert"),
    mfa_reset_decided: t("MFA reset decided"),
    second_factor_reset: t("Second factor reset"),
    second_factor_lost: t("Second factor lost"),
    act_as_request: t("Act-as request"),
    account_locked: t("Account locked"),
    email_change: t("New address to confirm"),
    email_change_taken: t("Address already in use"),
    email_change_asked: t("New address requested"),
    email_changed: t("Address changed"),
    phone_code: t("New phone number to verify"),
    factor_code: t("Second factor to verify"),
    phone_changed: t("Phone number changed"),
  };
  return ({ template }) => words[template] ?? template;
}
