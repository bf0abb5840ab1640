import { describe, expect, it } from "vitest";
import { createApp } from "@/server/domain/apps/apps";
import { createRole } from "@/server/domain/roles/roles";
import { createTag } from "@/server/domain/tags/tags";
import { createTemplate, getTemplate } from "@/server/domain/documents/templates";
import { refusal } from "@/server/testing/operations";
import { operationsOn } from "@/server/testing/operations-on";
import { databaseKinds } from "@/server/testing/stores";
import { listUsersPage } from "./console";
import { createUser, listUsers } from "./users";

const composed = (text: string) => text.normalize("NFC");
const decomposed = (text: string) => text.normalize("NFD");

describe.each(databaseKinds)("texts with decomposed letters on %s", (kind) => {
  const { test, another, refused } = operationsOn(kind);

  it("are refused as names that exist with composed letters, and are stored with composed letters", async () => {
    const t = another();
    const role = await test.run(t, createRole, { name: decomposed("Prüfer") });
    expect(role.name).toBe(composed("Prüfer"));
    for (const spelled of [composed, decomposed])
      await refused(t, createRole, { name: spelled("PRÜFER") }).toMatchObject(refusal(400));
    await test.run(t, createTag, { name: composed("Gäste") });
    await refused(t, createTag, { name: decomposed("Gäste") }).toMatchObject(refusal(400));
  });

  it("find the users whose names have composed letters, and the other way round", async () => {
    const t = another();
    const ids = [];
    for (const spelled of [composed, decomposed]) {
      const user = { email: `${spelled.name}@example.com`, name: spelled("Jürgen Müller") };
      ids.push((await test.run(t, createUser, user)).userId);
    }
    for (const search of [composed("jürg"), decomposed("jürg"), decomposed("ü")]) {
      const { users } = await test.run(t, listUsers, { search });
      expect(users.map(({ userId }) => userId)).toEqual(ids);
      expect((await test.run(t, listUsersPage, { search })).users).toHaveLength(2);
    }
  });

  it("stay in addresses of apps and in documents, which are used byte by byte", async () => {
    const t = another();
    const uri = decomposed("https://app.example/rückkehr");
    const { appId } = await test.run(t, createApp, { name: decomposed("Köln"), redirectUris: [uri] });
    expect(await test.write(t, (tx) => tx.apps.get(appId))).toMatchObject({
      redirectUri: uri,
      name: composed("Köln"),
    });
    const html = decomposed("<p>Köln</p>");
    const page = { sampleData: "{}", pageSize: null, orientation: null };
    const document = await test.run(t, createTemplate, { name: decomposed("Öl"), html, ...page });
    expect(document.name).toBe(composed("Öl"));
    const { templateId } = document;
    expect((await test.run(t, getTemplate, { templateId })).content.html).toBe(html);
  });
});
