import { and, desc, eq, lte } from "drizzle-orm";
import * as z from "zod";
import { documentVersions } from "@/db/tenant/documents";
import { Id } from "@/server/kernel/fields";
import { command, query } from "@/server/kernel/operation/operation";
import type { Row, WriteTx } from "@/server/kernel/operation/store";
import {
  DocumentContent,
  DocumentTemplate,
  DocumentVersion,
  MOST_VERSIONS,
  VersionNote,
  MOST_BODY,
} from "./documents.schema";
import { lockTemplate, namedTemplate, toTemplate, toVersion, versionOf } from "./templates";
import { defineRefusals, defineTexts } from "@/server/kernel/texts/define";

const documentRefusals = defineRefusals("document", {
  /** Another user saved a version after the caller opened the template. */
  version_outdated: {
    status: 409,
    text: "Version {version} was saved meanwhile; open it, or save this as another template.",
  },
});

const documentTexts = defineTexts("document", { version_again: "Version {version} again" });

export const listVersions = query({
  name: "listVersions",
  console: "documents.versions",
  capability: "ManageTenantConfig",
  summary: "List the versions of a document template",
  description: "Newest first.",
  input: z.strictObject({ templateId: Id }),
  output: z.array(DocumentVersion),
  run: async ({ tx, words }, { templateId }) => {
    await versionOf(tx, templateId, undefined);
    const { version, note, savedBy, savedAt } = documentVersions;
    const rows = await tx.select({
      fields: { version, note, savedBy, savedAt },
      from: documentVersions,
      where: eq(documentVersions.templateId, templateId),
      orderBy: [desc(documentVersions.version)],
    });
    return rows.map((row) => toVersion(row, words));
  },
});

/** Adds a version after the newest one. Deletes the oldest version if the template has more than MOST_VERSIONS. */
async function addVersion(
  tx: WriteTx,
  template: { id: number; version: number },
  values: Omit<Row<typeof documentVersions>, "templateId" | "version">,
) {
  const version = template.version + 1;
  await tx.documentVersions.insert({ ...values, templateId: template.id, version });
  await tx.documentVersions.removeWhere(
    and(
      eq(documentVersions.templateId, template.id),
      lte(documentVersions.version, version - MOST_VERSIONS),
    )!,
  );
  return (await tx.documentTemplates.update(template.id, { version, updatedAt: values.savedAt }))!;
}

export const saveVersion = command({
  name: "saveVersion",
  console: { at: "documents.save", mostBytes: MOST_BODY },
  capability: "ManageTenantConfig",
  summary: "Save a new version of a document template",
  description:
    "`basedOn` is the edited version: if another was saved in the meantime, the response is 409 and nothing " +
    `is lost. The last ${MOST_VERSIONS} versions are stored. Content that equals the newest version is not ` +
    "saved again.",
  input: DocumentContent.extend({ templateId: Id, basedOn: Id, note: VersionNote.optional() }),
  output: DocumentTemplate,
  event: "document_template_saved",
  target: namedTemplate,
  run: async ({ tx, actor, now, changed, unchanged }, { templateId, basedOn, note, ...content }) => {
    const template = await lockTemplate(tx, templateId);
    if (template.version !== basedOn) throw documentRefusals.version_outdated({ version: template.version });
    const { row } = await versionOf(tx, templateId, undefined);
    const keys = Object.keys(content) as (keyof DocumentContent)[];
    if (keys.every((key) => row[key] === content[key])) {
      unchanged();
      return toTemplate(template);
    }
    changed({ version: basedOn }, { version: basedOn + 1 });
    const savedBy = actor.subject.label;
    return toTemplate(
      await addVersion(tx, template, { ...content, note: note || null, savedBy, savedAt: now }),
    );
  },
});

export const restoreVersion = command({
  name: "restoreVersion",
  console: "documents.restore",
  capability: "ManageTenantConfig",
  summary: "Restore a version of a document template",
  description: "Saves its content as the newest version; the versions in between remain.",
  input: z.strictObject({ templateId: Id, version: Id }),
  output: DocumentTemplate,
  event: "document_template_restored",
  target: namedTemplate,
  run: async ({ tx, actor, now, changed, unchanged }, { templateId, version }) => {
    const template = await lockTemplate(tx, templateId);
    const { row } = await versionOf(tx, templateId, version);
    if (version === template.version) {
      unchanged();
      return toTemplate(template);
    }
    changed({ version: template.version }, { version: template.version + 1 });
    const { html, sampleData, pageSize, orientation } = row;
    return toTemplate(
      await addVersion(tx, template, {
        html,
        sampleData,
        pageSize,
        orientation,
        note: documentTexts.version_again({ version }),
        savedBy: actor.subject.label,
        savedAt: now,
      }),
    );
  },
});
