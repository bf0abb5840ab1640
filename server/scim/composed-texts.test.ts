import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databaseKinds } from "@/server/testing/stores";
import { scimWorld, USER, type Resource, type ScimWorld } from "@/server/testing/scim";

const composed = (text: string) => text.normalize("NFC");
const decomposed = (text: string) => text.normalize("NFD");

describe.each(databaseKinds)("texts with decomposed letters over SCIM on %s", (kind) => {
  let world: ScimWorld;
  beforeAll(async () => {
    world = await scimWorld(kind);
  }, 120_000);
  afterAll(() => world.close());

  it("find users by userName, displayName and externalId, and refuse a second userName (409)", async () => {
    const user = await world.create({
      userName: decomposed("jürgen"),
      displayName: decomposed("Jürgen Müller"),
      externalId: decomposed("prüf-1"),
      emails: [{ value: "juergen@scim.example" }],
    });
    expect(user.userName).toBe(composed("jürgen"));
    for (const spelled of [composed, decomposed, (text: string) => escaped(decomposed(text))])
      for (const filter of [
        `userName eq "${spelled("JÜRGEN")}"`,
        `displayName co "${spelled("mül")}"`,
        `externalId eq "${spelled("prüf-1")}"`,
      ]) {
        const { Resources } = await world.find(filter);
        expect(
          Resources.map(({ id }) => id),
          filter,
        ).toEqual([user.id]);
      }
    const { status } = await world.send("POST", "/Users", {
      schemas: [USER],
      userName: composed("jürgen"),
      emails: [{ value: "other@scim.example" }],
    });
    expect(status).toBe(409);
  });

  it("select a value in the path of a change", async () => {
    const { id } = await world.create({
      phoneNumbers: [
        { type: composed("Büro"), value: "+4930123" },
        { type: "home", value: "+4930456" },
      ],
    });
    const path = `phoneNumbers[type eq "${decomposed("Büro")}"].value`;
    await world.patch(id, { op: "replace", path, value: "+4930789" });
    const { body } = await world.send<Resource>("GET", `/Users/${id}`);
    expect(body["phoneNumbers"]).toMatchObject([{ value: "+4930789" }, { value: "+4930456" }]);
  });
});

/** Returns the text with escapes of JSON in place of characters outside of ASCII. */
const escaped = (text: string) =>
  text.replace(/[^\0-\x7f]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`);
