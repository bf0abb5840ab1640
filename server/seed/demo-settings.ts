import { readFile } from "node:fs/promises";
import path from "node:path";
import type * as z from "zod";
import { customFieldValues } from "@/db/tenant/custom-fields";
import { decideActAsRequest } from "@/server/domain/act-as/for-me";
import { requestActAs } from "@/server/domain/act-as/requests";
import { updateActAsSettings } from "@/server/domain/act-as/settings";
import { requestConnectorApproval } from "@/server/domain/connectors/requests";
import { saveCustomField } from "@/server/domain/custom-fields/custom-fields";
import type { CustomFieldInput } from "@/server/domain/custom-fields/custom-fields.schema";
import { createTemplate } from "@/server/domain/documents/templates";
import { createInvitation } from "@/server/domain/invitations/invitations";
import { requestMfaReset } from "@/server/domain/mfa-resets/request";
import { updateTenantConfig } from "@/server/domain/tenant-config/tenant-config";
import type { DemoApps } from "./demo-apps";
import {
  ago,
  asThemselves,
  DAY,
  type DemoPerson,
  HOUR,
  insertRows,
  type Scene,
  workday,
  workingTime,
} from "./demo-scene";
import type { Factors, LastSeen } from "./demo-sign-ins";
import { pick, type Random } from "./random";

/** Adds branding, custom fields, documents and pending invitations. */
export async function addSettings({ past, dice, tenant, owner, managers, people }: Scene) {
  await past.run(workday(dice, 440), owner, updateTenantConfig, {
    brandName: "Acme",
    brandColor: "#0f766e",
    tagline: "Tools that last",
    termsUrl: "https://www.acme.example/terms",
    privacyUrl: "https://www.acme.example/privacy",
  });
  await past.run(workday(dice, 260), owner, updateActAsSettings, { enabled: true, requireApproval: true });

  const rows: { userId: number; fieldId: number; value: string | boolean }[] = [];
  for (const field of fields) {
    const { fieldId } = await past.run(workday(dice, 400), owner, saveCustomField, field);
    for (const [index, { id: userId, createdAt }] of people.entries()) {
      const value = valueOf[field.fieldName]!(dice, index, createdAt);
      if (value !== null) rows.push({ userId, fieldId, value });
    }
  }
  await insertRows(past.database.sql, tenant.tenantId, customFieldValues, rows);

  const starters = [
    ["Invoice to customers", "invoice"],
    ["Training certificate", "certificate"],
    ["Packing slip", "packing-slip"],
  ] as const;
  for (const [index, [name, starter]] of starters.entries()) {
    const [html, sampleData] = await Promise.all(
      ["html", "json"].map((kind) =>
        readFile(path.resolve(`public/document-starters/${starter}.${kind}`), "utf8"),
      ),
    );
    const template = { name, html: html!, sampleData: sampleData!, pageSize: null, orientation: null };
    await past.run(workday(dice, 210 - 60 * index), managers[1]!, createTemplate, template);
  }

  // Only an owner can invite administrators.
  for (const [by, invitation] of [
    [managers[2]!, { email: "m.okonkwo@partner.example", name: "Mercy Okonkwo", userKind: "end_user" }],
    [managers[2]!, { email: "tobias.renner@acme.example", name: "Tobias Renner", userKind: "end_user" }],
    [owner, { email: "ines.caldeira@acme.example", name: "Ines Caldeira", userKind: "tenant_admin" }],
  ] as const)
    await past.run(workingTime(dice, ago(5 * DAY), ago(DAY)), by, createInvitation, invitation);
}

const costCentres = [
  "1100 Management",
  "2100 Engineering",
  "3100 Sales",
  "4100 Operations",
  "4200 Warehouse",
];

const fields: z.input<typeof CustomFieldInput>[] = [
  {
    fieldName: "costCentre",
    displayLabel: "Cost centre",
    fieldType: "select",
    visibility: "admin_only",
    options: costCentres,
    description: "Who pays for this person's tools.",
  },
  {
    fieldName: "badgeNumber",
    displayLabel: "Badge number",
    fieldType: "text",
    visibility: "user_public",
    description: "Printed on the card that opens doors.",
  },
  { fieldName: "startDate", displayLabel: "First day", fieldType: "date", visibility: "user_public" },
  {
    fieldName: "worksRemotely",
    displayLabel: "Works remotely",
    fieldType: "boolean",
    visibility: "user_public",
  },
  {
    fieldName: "emergencyContact",
    displayLabel: "Emergency contact",
    fieldType: "text",
    visibility: "user_private",
    isPii: true,
    description: "Whom to call when something happens to them.",
  },
];

const valueOf: Record<string, (dice: Random, index: number, joined: Date) => string | boolean | null> = {
  costCentre: (dice) => pick(dice, costCentres),
  badgeNumber: (_dice, index) => `A-${String(4_100 + index * 7).padStart(5, "0")}`,
  startDate: (_dice, _index, joined) => joined.toISOString().slice(0, 10),
  worksRemotely: (dice) => dice() < 0.3,
  emergencyContact: (dice, index) => (dice() < 0.15 ? `+49 30 5551${String(index).padStart(4, "0")}` : null),
};

/**
 * Adds pending requests: requests of people who lost their second factor, an approval that the administrator
 * may not give, and requests to act as users. The owner can begin to act as one user.
 */
export async function addRequests(
  { past, tenant: { tenantId }, administrators, owner, managers }: Scene,
  { apps }: DemoApps,
  factors: Factors,
  lastSeen: LastSeen,
) {
  const ordinary = [...lastSeen]
    .sort(([, one], [, other]) => +other.at - +one.at)
    .filter(([person]) => !administrators.includes(person));
  // People who lost a factor have not signed in since.
  const locked = ordinary.filter(([person, { at }]) => factors.get(person)!.second.size > 0 && at < ago(DAY));
  for (const [index, reason] of [
    "My phone fell into the Spree, and the app with it.",
    "New telephone; the old one is wiped already.",
  ].entries()) {
    const actor = asThemselves(tenantId, locked[index]![0]);
    await past.run(ago((4 + 19 * index) * HOUR), actor, requestMfaReset, { reason });
  }

  await past.run(ago(26 * HOUR), managers[1]!, requestConnectorApproval, {
    appId: apps.find(({ name }) => name === "Wiki")!.appId,
    name: "EmailOtp",
    reason: "Readers from the warehouse have no password at hand.",
  });

  const [hesitant, willing] = ordinary.map(([person]) => person) as [DemoPerson, DemoPerson];
  await past.run(ago(2 * HOUR), managers[2]!, requestActAs, {
    userId: hesitant.id,
    appId: null,
    minutes: 15,
    reason: "You said that your profile does not save: I want to see what you see.",
  });
  const { requestId } = await past.run(ago(3 * HOUR), owner, requestActAs, {
    userId: willing.id,
    appId: null,
    minutes: 30,
    reason: "We look at your connected apps together, as we said on the telephone.",
  });
  // The answer needs a live session, which no sign-in of the demo began.
  const store = past.stores.tenant(tenantId);
  const live = { userId: willing.id, createdAt: ago(2 * HOUR), expiresAt: ago(0) };
  const { id: sessionId } = await store.write((tx) => tx.sessions.insert(live));
  const actor = asThemselves(tenantId, willing, sessionId);
  await past.run(ago(HOUR), actor, decideActAsRequest, { requestId, approve: true });
  await store.write((tx) => tx.sessions.remove(sessionId));
}
