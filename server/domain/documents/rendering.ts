import { inArray } from "drizzle-orm";
import * as z from "zod";
import { documentAssets } from "@/db/tenant/documents";
import { Id } from "@/server/kernel/fields";
import { query } from "@/server/kernel/operation/operation";
import { assetTypes } from "./documents.schema";
import { orientations, pageSizes } from "./kinds.schema";
import { versionOf, documentRefusals } from "./templates";

/*
 * Returns the data for the rendering of a stored template. Actors with the right to render can render every template of the
 * organization (clarifications, document 3, 1). The query therefore needs no capability.
 */

export const templateToRender = query({
  name: "templateToRender",
  capability: null,
  summary: "Get the inputs for rendering a stored template",
  input: z.strictObject({ templateId: Id, version: Id.optional() }),
  output: z.object({
    html: z.string(),
    trusted: z.boolean(),
    pageSize: z.enum(pageSizes).nullable(),
    orientation: z.enum(orientations).nullable(),
  }),
  run: async ({ tx }, { templateId, version }) => {
    const { template, row } = await versionOf(tx, templateId, version);
    const { html, pageSize, orientation } = row;
    return { html, trusted: template.trusted, pageSize, orientation };
  },
});

/**
 * Returns the data for the rendering of a draft. The request contains the text of the draft. Requires the same capability as
 * saving the template.
 */
export const draftToRender = query({
  name: "draftToRender",
  capability: "ManageTenantConfig",
  summary: "Get the inputs for rendering a draft of a template",
  input: z.strictObject({ templateId: Id }),
  output: z.object({ trusted: z.boolean() }),
  run: async ({ tx }, { templateId }) => {
    const row = await tx.documentTemplates.get(templateId);
    if (!row) throw documentRefusals.template_not_found();
    return { trusted: row.trusted };
  },
});

/** Returns the organization's pictures whose names occur in any of the given texts. */
export const assetsToRender = query({
  name: "assetsToRender",
  capability: null,
  summary: "Get the pictures that a document uses",
  input: z.strictObject({ texts: z.array(z.string()) }),
  output: z.array(z.object({ name: z.string(), mediaType: z.enum(assetTypes), content: z.string() })),
  run: async ({ tx }, { texts }) => {
    const names = await tx.select({
      fields: { id: documentAssets.id, name: documentAssets.name },
      from: documentAssets,
    });
    const used = names.filter(({ name }) => texts.some((text) => text.includes(name)));
    if (used.length === 0) return [];
    return tx.documentAssets.list({
      where: inArray(
        documentAssets.id,
        used.map(({ id }) => id),
      ),
    });
  },
});
