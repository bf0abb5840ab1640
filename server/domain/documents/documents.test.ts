import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { refusal, tenantActor, testOperations, type TestOperations } from "@/server/testing/operations";
import { databaseKinds } from "@/server/testing/stores";
import { deleteAsset, getAssetContent, listAssets, uploadAsset } from "./assets";
import { MOST_ASSET, MOST_VERSIONS } from "./documents.schema";
import { mediaTypeOf } from "./media-type";
import { assetsToRender, draftToRender, templateToRender } from "./rendering";
import { createTemplate, deleteTemplate, getTemplate, listTemplates, updateTemplate } from "./templates";
import { listVersions, restoreVersion, saveVersion } from "./versions";

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>';
const base64 = (text: string) => Buffer.from(text).toString("base64");
const contentOf = (html: string) => ({
  html,
  sampleData: '{"name": "Ann"}',
  pageSize: "A4" as const,
  orientation: null,
});

describe.each(databaseKinds)("document templates on %s", (kind) => {
  let test: TestOperations;
  beforeAll(async () => void (test = await testOperations(kind)));
  afterAll(() => test.close());

  it("are created, saved in versions, restored and deleted, and each step is recorded", async () => {
    const { templateId } = await test.run(1, createTemplate, { name: "Invoice", ...contentOf("<p>one") });
    const save = (html: string, basedOn: number) =>
      test.run(1, saveVersion, { templateId, basedOn, note: " new  logo ", ...contentOf(html) });
    expect(await save("<p>two", 1)).toMatchObject({ version: 2, trusted: false });
    await expect(save("<p>three", 1)).rejects.toMatchObject(refusal(409));
    expect(await save("<p>two", 2)).toMatchObject({ version: 2 });
    expect(await test.run(1, restoreVersion, { templateId, version: 1 })).toMatchObject({ version: 3 });
    expect(await test.run(1, listVersions, { templateId })).toMatchObject([
      { version: 3, note: "Version 1 again", savedBy: "test credential" },
      { version: 2, note: "new  logo" },
      { version: 1, note: null },
    ]);
    expect(await test.run(1, getTemplate, { templateId }, { locale: "de" })).toMatchObject({
      shown: { version: 3, note: "Wieder Version 1" },
      content: contentOf("<p>one"),
    });
    expect(await test.run(1, getTemplate, { templateId, version: 2 })).toMatchObject({
      content: { html: "<p>two" },
    });
    await test.run(1, updateTemplate, { templateId, name: "Bill", trusted: true });
    expect(await test.run(1, listTemplates, {})).toMatchObject([{ name: "Bill", trusted: true, version: 3 }]);
    await test.run(1, deleteTemplate, { templateId });
    await expect(test.run(1, getTemplate, { templateId })).rejects.toMatchObject(refusal(404));
    expect((await test.events(1)).map(({ action, target }) => `${action} ${target}`)).toEqual(
      ["created", "saved", "restored", "updated", "deleted"].map(
        (what) => `management_api.document_template_${what} document_template:${templateId}`,
      ),
    );
  });

  it("refuse input that is not a template", async () => {
    const { templateId } = await test.run(2, createTemplate, { name: "Letter", ...contentOf("<p>") });
    const make = (values: object) =>
      test.run(2, createTemplate, { name: "Other", ...contentOf("<p>"), ...values });
    await expect(make({ name: "LETTER" })).rejects.toMatchObject(refusal(400, "name"));
    await expect(make({ sampleData: "[1]" })).rejects.toMatchObject(refusal(400, "sampleData"));
    await expect(make({ html: "é".repeat(1024 * 1024 + 1) })).rejects.toMatchObject(refusal(400, "html"));
    await expect(make({ pageSize: "A3" })).rejects.toMatchObject(refusal(400, "pageSize"));
    await expect(test.run(1, getTemplate, { templateId })).rejects.toMatchObject(refusal(404));
    await expect(test.run(2, getTemplate, { templateId, version: 9 })).rejects.toMatchObject(refusal(404));
  });

  it("keep only the last versions", async () => {
    const { templateId } = await test.run(3, createTemplate, { name: "Long", ...contentOf("v1") });
    for (let version = 1; version <= MOST_VERSIONS; version++)
      await test.run(3, saveVersion, { templateId, basedOn: version, ...contentOf(`v${version + 1}`) });
    const versions = await test.run(3, listVersions, { templateId });
    expect(versions).toHaveLength(MOST_VERSIONS);
    expect(versions.at(-1)).toMatchObject({ version: 2 });
  });

  it("are rendered by every actor who may render; drafts are rendered only by actors who may save templates", async () => {
    const { templateId } = await test.run(4, createTemplate, { name: "Ticket", ...contentOf("<p>") });
    const reader = tenantActor(4, { capabilities: ["ReadAuditLog"] });
    expect(await test.run(reader, templateToRender, { templateId })).toMatchObject({
      html: "<p>",
      trusted: false,
      pageSize: "A4",
      orientation: null,
    });
    await expect(test.run(reader, draftToRender, { templateId })).rejects.toMatchObject(refusal(403));
    expect(await test.run(4, draftToRender, { templateId })).toEqual({ trusted: false });
    await expect(test.run(5, templateToRender, { templateId })).rejects.toMatchObject(refusal(404));
  });

  it("use pictures of their own organization", async () => {
    const upload = (by: number, name: string, content: string) =>
      test.run(by, uploadAsset, { name, content: base64(content) });
    const { assetId } = await upload(6, "logo.svg", svg);
    await upload(7, "logo.svg", `<?xml version="1.0"?>${svg}`);
    await test.run(6, createTemplate, { name: "A", ...contentOf('<img src="asset:logo.svg">') });
    await test.run(6, createTemplate, { name: "B", ...contentOf("<p>logo.svg") });
    expect(await test.run(6, listAssets, {})).toMatchObject([
      { name: "logo.svg", mediaType: "image/svg+xml", size: svg.length, usedIn: 1 },
    ]);
    expect(await upload(6, "logo.svg", `${svg} `)).toEqual({ assetId, name: "logo.svg", replaced: true });
    expect(await test.run(6, getAssetContent, { assetId })).toMatchObject({ content: base64(`${svg} `) });
    expect(await test.run(6, assetsToRender, { texts: ["x asset:logo.svg"] })).toHaveLength(1);
    expect(await test.run(6, assetsToRender, { texts: ["asset:other.svg"] })).toEqual([]);
    await test.run(6, deleteAsset, { assetId });
    expect(await test.run(6, listAssets, {})).toEqual([]);
    await expect(upload(6, "page.svg", "<html><svg/>")).rejects.toMatchObject(refusal(400, "content"));
    await expect(upload(6, "../x", svg)).rejects.toMatchObject(refusal(400, "name"));
    await expect(upload(6, "big.svg", svg + " ".repeat(MOST_ASSET))).rejects.toMatchObject(
      refusal(400, "content"),
    );
  });
});

it("detect a picture's type by its bytes", () => {
  const png = Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), Buffer.alloc(20)]);
  expect(mediaTypeOf(png)).toBe("image/png");
  expect(mediaTypeOf(Buffer.from("ffd8ffe000", "hex"))).toBe("image/jpeg");
  expect(mediaTypeOf(Buffer.from("RIFF\0\0\0\0WEBPVP8 "))).toBe("image/webp");
  expect(mediaTypeOf(Buffer.from(`\uFEFF<!-- a --><!DOCTYPE svg>\n${svg}`))).toBe("image/svg+xml");
  for (const other of ["", "GIF89a", "<script>", "<!DOCTYPE svg [<!ENTITY a 'b'>]><svg/>"])
    expect(mediaTypeOf(Buffer.from(other)), other).toBeNull();
});
