import { actAsTexts } from "./act-as";
import { alertTexts } from "./alerts";
import { auditTexts } from "./audit";
import { connectorTexts } from "./connectors";
import type { PublishedText } from "./define";
import { deliveryTexts } from "./deliveries";
import { documentTexts } from "./documents";
import { explanationTexts } from "./explanation";
import { jobTexts } from "./jobs";
import { lockTexts } from "./locks";
import { messageTexts } from "./messages";
import { nameTexts } from "./names";
import { pdfWarnings } from "./pdf-warnings";
import { providerTexts } from "./providers";
import { provisioningTexts } from "./provisioning";
import { roleSyncTexts } from "./role-sync";
import { ruleTexts } from "./rules";
import { signInTexts } from "./sign-in";
import { systemTexts } from "./system";

const areas: readonly Readonly<Record<string, PublishedText>>[] = [
  actAsTexts,
  alertTexts,
  auditTexts,
  connectorTexts,
  deliveryTexts,
  documentTexts,
  explanationTexts,
  jobTexts,
  lockTexts,
  messageTexts,
  nameTexts,
  pdfWarnings,
  providerTexts,
  provisioningTexts,
  roleSyncTexts,
  ruleTexts,
  signInTexts,
  systemTexts,
];

/** All texts by code. The translations derive from them. */
export const texts: ReadonlyMap<string, PublishedText> = new Map(
  areas.flatMap((area) => Object.values(area)).map((text) => [text.code, text]),
);
