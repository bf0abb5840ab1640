import { kinds } from "../federation/federation.schema";
import { byConnector } from "../federation/kinds.schema";
import { defineTexts } from "@/server/kernel/texts/define";

const connectorTexts = defineTexts("connector_label", {
  email_otp: "One-time code by e-mail",
  sms_otp: "One-time code by text message",
  magic_link: "Sign-in link by e-mail",
});

/** The installed sign-in connectors. The keys are the sign-in methods' names in access rules. */
export const installedConnectors = {
  EmailOtp: connectorTexts.email_otp(),
  SmsOtp: connectorTexts.sms_otp(),
  MagicLink: connectorTexts.magic_link(),
  ...byConnector((kind) => kinds[kind].connectorLabel),
} as const;

export type ConnectorName = keyof typeof installedConnectors;

export const connectorNames = Object.keys(installedConnectors) as ConnectorName[];

export const isInstalled = (name: string): name is ConnectorName => Object.hasOwn(installedConnectors, name);
