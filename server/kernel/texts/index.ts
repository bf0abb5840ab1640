import { actAsTexts } from "./act-as";
import { alertTexts } from "./alerts";
import { auditTexts } from "./audit";
import { connectorTexts } from "./connectors";
import type { PublishedText } from "./define";
import { documentTexts } from "./documents";
import { explanationTexts } from "./explanation";
import { jobTexts } from "./jobs";
import { messageTexts } from "./messages";
import { nameTexts } from "./names";
import { providerTexts } from "./providers";
import { roleSyncTexts } from "./role-sync";
import { ruleTexts } from "./rules";
import { signInTexts } from "./sign-in";

const areas: readonly Readonly<Record<string, PublishedText>>[] = [
  actAsTexts,
  alertTexts,
  auditTexts,
  connectorTexts,
  documentTexts,
  explanationTexts,
  jobTexts,
  messageTexts,
  nameTexts,
  providerTexts,
  roleSyncTexts,
  ruleTexts,
  signInTexts,
];

/** All texts by code. The translations derive from them. */
export const texts: ReadonlyMap<string, PublishedText> = new Map(
  areas.flatMap((area) => Object.values(area)).map((text) => [text.code, text]),
);
