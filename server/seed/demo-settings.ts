import { readFile } from "node:fs/promises";
import path from "node:path";
import type * as z from "zod";
import { customFieldValues } from "@/db/tenant/custom-fields";
import type { CustomFieldInput } from "@/server/domain/custom-fields/custom-fields.schema";
import { saveCustomField } from "@/server/domain/custom-fields/custom-fields";
import { createTemplate } from "@/server/domain/documents/templates";
import { createInvitation } from "@/server/domain/invitations/invitations";
import { updateActAsSettings } from "@/server/domain/act-as/settings";
import { updateTenantConfig } from "@/server/domain/tenant-config/tenant-config";
import { insertRows } from "./demo-rows";
import { asAdministrator, asOwner, type Scene, workday } from "./demo-scene";
import { pick } from "./random";

/** Adds branding, custom fields, documents and invitations. */
export async function addSettings(scene: Scene) {
  const { dice, tenant, administrators, past } = scene;
  const owner = asOwner(tenant.tenantId, administrators[0]!);
  await past(workday(dice, 440), owner, updateTenantConfig, {
    brandName: "Acme",
    brandColor: "#0f766e",
    tagline: "Tools that last",
    termsUrl: "https://www.acme.example/terms",
    privacyUrl: "https://www.acme.example/privacy",
  });
  await past(workday(dice, 260), owner, updateActAsSettings, { enabled: true, requireApproval: true });
  await addFields(scene);
  await addDocuments(scene);
  await addInvitations(scene);
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

async function addFields({ deps, dice, tenant, people, administrators, past }: Scene) {
  const owner = asOwner(tenant.tenantId, administrators[0]!);
  const ids: number[] = [];
  for (const field of fields) {
    const { fieldId } = await past(workday(dice, 400), owner, saveCustomField, field);
    ids.push(fieldId);
  }
  const rows = people.flatMap(({ id: userId, createdAt }, index) => {
    const values = [
      pick(dice, costCentres),
      `A-${String(4_100 + index * 7).padStart(5, "0")}`,
      createdAt.toISOString().slice(0, 10),
      dice() < 0.3,
      dice() < 0.15 ? `+49 30 5551${String(index).padStart(4, "0")}` : null,
    ];
    return values.flatMap((value, at) => (value === null ? [] : [{ userId, fieldId: ids[at]!, value }]));
  });
  await insertRows(deps.database.sql, tenant.tenantId, customFieldValues, rows);
}

/** Creates templates from the console's starters. */
async function addDocuments({ dice, tenant, administrators, past }: Scene) {
  const maker = asAdministrator(tenant.tenantId, administrators[1]!);
  const starters = [
    ["Invoice to customers", "invoice"],
    ["Training certificate", "certificate"],
    ["Packing slip", "packing-slip"],
  ] as const;
  for (const [index, [name, starter]] of starters.entries()) {
    const at = workday(dice, 210 - 60 * index);
    const [html, sampleData] = await Promise.all(
      ["html", "json"].map((kind) =>
        readFile(path.resolve(`public/document-starters/${starter}.${kind}`), "utf8"),
      ),
    );
    const content = { html: html!, sampleData: sampleData!, pageSize: null, orientation: null };
    await past(at, maker, createTemplate, { name, ...content });
  }
}

/** Adds pending invitations. */
async function addInvitations({ dice, tenant, administrators, past }: Scene) {
  const inviter = asAdministrator(tenant.tenantId, administrators[2]!);
  // Only an owner can invite administrators.
  const owner = asOwner(tenant.tenantId, administrators[0]!);
  for (const [index, invitation] of (
    [
      { email: "m.okonkwo@partner.example", name: "Mercy Okonkwo", userKind: "end_user" },
      { email: "tobias.renner@acme.example", name: "Tobias Renner", userKind: "end_user" },
      { email: "ines.caldeira@acme.example", name: "Ines Caldeira", userKind: "tenant_admin" },
    ] as const
  ).entries())
    await past(
      // A weekend moves the day back by two days at most, which is less than the validity of seven days.
      workday(dice, 4 - index),
      invitation.userKind === "tenant_admin" ? owner : inviter,
      createInvitation,
      invitation,
    );
}
