import { accountRefusals } from "./accounts";
import { administratorRefusals } from "./administrators";
import { appRefusals } from "./apps";
import { bulkJobRefusals } from "./bulk-jobs";
import { credentialRefusals } from "./credentials";
import { customFieldRefusals } from "./custom-fields";
import type { PublishedRefusal } from "./define";
import { deviceRefusals } from "./devices";
import { fieldRefusals } from "./field";
import { invitationRefusals } from "./invitations";
import { provisioningRefusals } from "./provisioning";
import { roleRefusals } from "./roles";
import { savedViewRefusals } from "./saved-views";
import { scimTokenRefusals } from "./scim-tokens";
import { serviceAccountRefusals } from "./service-accounts";
import { sessionRefusals } from "./sessions";
import { tagRefusals } from "./tags";
import { userImportRefusals } from "./user-imports";
import { userRefusals } from "./users";

const areas: readonly Readonly<Record<string, PublishedRefusal>>[] = [
  accountRefusals,
  administratorRefusals,
  appRefusals,
  bulkJobRefusals,
  credentialRefusals,
  customFieldRefusals,
  deviceRefusals,
  fieldRefusals,
  invitationRefusals,
  provisioningRefusals,
  roleRefusals,
  savedViewRefusals,
  scimTokenRefusals,
  serviceAccountRefusals,
  sessionRefusals,
  tagRefusals,
  userImportRefusals,
  userRefusals,
];

/** All refusals by code. docs/refusals.md and the translations derive from them. */
export const refusals: ReadonlyMap<string, PublishedRefusal> = new Map(
  areas.flatMap((area) => Object.values(area)).map((refusal) => [refusal.code, refusal]),
);
