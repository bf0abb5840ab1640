import { detectors, WINDOW_MINUTES } from "./attacks";

interface AlertType {
  severity: string;
  /** Condition under which the alert is raised. The documentation contains this text. */
  description: string;
}

const within = ` Within ${WINDOW_MINUTES} minutes.`;

/** All types of alerts for administrators. A test searches the source code for alert types that are missing here. */
export const alertTypes: Record<string, AlertType> = {
  risky_sign_in: {
    severity: "critical",
    description: "A sign-in scored 75 or more, whether it was let in or not.",
  },
  account_locked_by_risk: {
    severity: "high",
    description: "The organization’s risk policy locked an account after critical sign-ins.",
  },
  ...Object.fromEntries(
    Object.entries(detectors).map(([type, { severity, description }]) => [
      type,
      { severity, description: description + within },
    ]),
  ),
  refresh_token_reuse: {
    severity: "high",
    description: "A refresh token that was exchanged already was shown again; its tokens have ended.",
  },
  passkey_copied: {
    severity: "high",
    description: "The signature counter of a passkey went back: there may be two of it.",
  },
  mass_export: {
    severity: "medium, high from the third on",
    description:
      "The organization’s data was exported, or the audit log or selections of users three times within an hour by the same one.",
  },
  new_administrator: {
    severity: "medium",
    description: "Somebody became an administrator or an owner.",
  },
  audience_lost: {
    severity: "high",
    description:
      "The audience of an app’s API belongs to another organization, by its domain or because it had it first.",
  },
  webhook_failing: {
    severity: "medium",
    description:
      "A delivery to an endpoint was given up after its last try. Further ones are the same alert until it is acknowledged.",
  },
  webhook_disabled: {
    severity: "medium",
    description: "An endpoint failed for five days, or said that it is gone, and gets nothing any more.",
  },
};
