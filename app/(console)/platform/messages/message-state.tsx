import { Badge } from "@/components/ui/feedback";
import type { Message } from "@/server/platform/messages.schema";

type State = Message["state"];

/** What each state is called, and what it means. */
export const stateWords: Record<
  State,
  { label: string; tone: "neutral" | "success" | "warning" | "danger"; hint: string }
> = {
  queued: { label: "Queued", tone: "neutral", hint: "On its way." },
  sent: { label: "Sent", tone: "success", hint: "Handed over; what it said is not kept." },
  failed: { label: "Failed", tone: "danger", hint: "It was given up." },
  kept: { label: "Not sent", tone: "warning", hint: "Nothing is set up to send it; it can be read here." },
};

export const MessageState = ({ state }: { state: State }) => (
  <Badge tone={stateWords[state].tone}>{stateWords[state].label}</Badge>
);

const templateWords: Record<string, string> = {
  email_code: "Sign-in code",
  sms_code: "Sign-in code",
  magic_link: "Sign-in link",
  password_reset: "Password reset",
  email_verification: "Address verification",
  invitation: "Invitation",
  new_device: "New device",
  password_changed: "Password changed",
  factor_changed: "Second factor changed",
  security_alert: "Security alert",
  mfa_reset_decided: "MFA reset decided",
  act_as_request: "Act-as request",
  account_locked: "Account locked",
};

/** What a message is about. */
export const aboutOf = ({ template }: Pick<Message, "template">) => templateWords[template] ?? template;
