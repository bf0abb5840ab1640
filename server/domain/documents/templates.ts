import { and, asc, eq, sql } from "drizzle-orm";
import * as z from "zod";
import { inNameOrder } from "@/db/kit";
import { documentTemplates, documentVersions } from "@/db/tenant/documents";
import { Id, timestamp } from "@/server/kernel/fields";
import { command, query } from "@/server/kernel/operation/operation";
import { refuseTaken, type ReadTx, type Row, type WriteTx } from "@/server/kernel/operation/store";
import type { Words } from "@/server/kernel/texts/text";
import {
  MOST_BODY,
  type DocumentVersion,
  DocumentContent,
  DocumentName,
  DocumentTemplate,
  MOST_TEMPLATES,
  StoredDocument,
} from "./documents.schema";
import { defineRefusals } from "@/server/kernel/texts/define";

export const documentRefusals = defineRefusals("document", {
  template_not_found: { status: 404, text: "There is no such document template." },
  version_not_found: { status: 404, text: "There is no such version of this document template." },
  template_name_in_use: { status: 400, text: "A template of this name exists already.", field: "name" },
  too_many_templates: { status: 409, text: "There are {max} templates already: delete one first." },
});

/*
 * The organization's templates. Only the console can create, change and delete templates. The API can only render a template by
 * its id (pdf-rendering.md §4).
 */

export const toTemplate = (row: Row<typeof documentTemplates>): DocumentTemplate => ({
  templateId: row.id,
  name: row.name,
  version: row.version,
  trusted: row.trusted,
  createdAt: timestamp(row.createdAt),
  updatedAt: timestamp(row.updatedAt),
});

export const toVersion = (
  row: Pick<Row<typeof documentVersions>, "version" | "note" | "savedBy" | "savedAt">,
  words: Words,
): DocumentVersion => ({
  version: row.version,
  note: row.note === null ? null : words(row.note),
  savedBy: row.savedBy,
  savedAt: timestamp(row.savedAt),
});

const templateTarget = ({ templateId }: { templateId: number }) => ({
  ref: `document_template:${templateId}`,
});
export const namedTemplate = (_input: unknown, template: DocumentTemplate) => ({
  ...templateTarget(template),
  label: template.name,
});

const nameTaken = { document_templates_name: documentRefusals.template_name_in_use };

/** Returns a version of a template; without `version`, the newest version. Throws (404) if the version does not exist. */
export async function versionOf(
  tx: Pick<ReadTx, "documentTemplates" | "documentVersions">,
  templateId: number,
  version: number | undefined,
) {
  const template = await tx.documentTemplates.get(templateId);
  if (!template) throw documentRefusals.template_not_found();
  const row = await tx.documentVersions.find(
    and(
      eq(documentVersions.templateId, templateId),
      eq(documentVersions.version, version ?? template.version),
    )!,
  );
  if (!row) throw documentRefusals.version_not_found();
  return { template, row };
}

/** Returns the template and locks its row until the transaction ends. Throws (404) if the template does not exist. */
export async function lockTemplate(tx: Pick<WriteTx, "documentTemplates">, templateId: number) {
  const row = await tx.documentTemplates.lock(templateId);
  if (!row) throw documentRefusals.template_not_found();
  return row;
}

export const listTemplates = query({
  name: "listTemplates",
  console: "documents.list",
  capability: "ManageTenantConfig",
  summary: "List the document templates",
  input: z.strictObject({}),
  output: z.array(DocumentTemplate),
  run: async ({ tx }) =>
    (await tx.documentTemplates.list({ orderBy: [asc(inNameOrder(documentTemplates.nameKey))] })).map(
      toTemplate,
    ),
});

export const getTemplate = query({
  name: "getTemplate",
  console: "documents.get",
  capability: "ManageTenantConfig",
  summary: "Get a document template",
  description: "Returns the newest version unless another is named.",
  input: z.strictObject({ templateId: Id, version: Id.optional() }),
  output: StoredDocument,
  run: async ({ tx, words }, { templateId, version }) => {
    const { template, row } = await versionOf(tx, templateId, version);
    const { html, sampleData, pageSize, orientation } = row;
    return {
      ...toTemplate(template),
      shown: toVersion(row, words),
      content: { html, sampleData, pageSize, orientation },
    };
  },
});

export const createTemplate = command({
  name: "createTemplate",
  console: { at: "documents.create", mostBytes: MOST_BODY },
  capability: "ManageTenantConfig",
  summary: "Create a document template",
  description: `Names are unique, without case. An organization has at most ${MOST_TEMPLATES}.`,
  input: DocumentContent.extend({ name: DocumentName }),
  output: DocumentTemplate,
  event: "document_template_created",
  target: namedTemplate,
  run: async ({ tx, actor, now, changed }, { name, ...content }) => {
    if ((await tx.documentTemplates.count(undefined, MOST_TEMPLATES)) >= MOST_TEMPLATES)
      throw documentRefusals.too_many_templates({ max: MOST_TEMPLATES });
    changed({}, { name });
    const template = await refuseTaken(
      tx.documentTemplates.insert({ name, createdAt: now, updatedAt: now }),
      nameTaken,
    );
    await tx.documentVersions.insert({
      ...content,
      templateId: template.id,
      version: template.version,
      savedBy: actor.subject.label,
      savedAt: now,
    });
    return toTemplate(template);
  },
});

export const updateTemplate = command({
  name: "updateTemplate",
  console: "documents.update",
  capability: "ManageTenantConfig",
  summary: "Change a document template's name or the trust in its data",
  description: "With `trusted`, triple braces insert HTML from the data without escaping.",
  input: z.strictObject({ templateId: Id, name: DocumentName.optional(), trusted: z.boolean().optional() }),
  output: DocumentTemplate,
  event: "document_template_updated",
  target: namedTemplate,
  run: async ({ tx, now, changed }, { templateId, ...patch }) => {
    const before = await lockTemplate(tx, templateId);
    changed(before, patch);
    const update = tx.documentTemplates.update(templateId, { ...patch, updatedAt: now });
    return toTemplate((await refuseTaken(update, nameTaken))!);
  },
});

export const deleteTemplate = command({
  name: "deleteTemplate",
  console: "documents.remove",
  capability: "ManageTenantConfig",
  summary: "Delete a document template",
  description: "Deletes its versions. Rendering it by id returns 404 from then on.",
  input: z.strictObject({ templateId: Id }),
  output: z.object({ templateId: Id, deleted: z.boolean() }),
  event: "document_template_deleted",
  target: templateTarget,
  run: async ({ tx, changed, labelled }, { templateId }) => {
    const { name } = await lockTemplate(tx, templateId);
    labelled(name);
    changed({ name }, { name: null });
    return { templateId, deleted: await tx.documentTemplates.remove(templateId) };
  },
});

/**
 * Returns the condition that a template's HTML contains the name of an asset. The condition also matches a longer name with the
 * same beginning (`asset:logo.png2`).
 */
export const namesAsset = (name: unknown) =>
  sql`position('asset:' || ${name} in ${documentVersions.html}) > 0`;
