import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databaseKinds } from "@/server/testing/stores";
import { scimWorld, USER, type Resource, type ScimWorld } from "@/server/testing/scim";

/*
 * A provider whose creation was refused with 409 must be able to find the conflicting user, even if other channels
 * changed the user's addresses. Otherwise it can never continue.
 */
describe.each(databaseKinds)("addresses over SCIM on %s", (kind) => {
  let world: ScimWorld;
  beforeAll(async () => {
    world = await scimWorld(kind);
  }, 120_000);
  afterAll(() => world.close());

  const post = (body: object) => world.send<Resource>("POST", "/Users", { schemas: [USER], ...body });
  const found = async (filter: string) => (await world.find(filter)).Resources.map(({ id }) => id);
  const changeAddress = (id: string, email: string) =>
    world.server.call(world.server.seed.tenants[0].credential, "PATCH", `/api/v1/users/${id}`, { email });

  it("shows and finds a person by an address that another channel changed", async () => {
    const old = "Moves.Old@scim.example";
    const emails = [
      { value: old.toLowerCase(), type: "work", primary: true },
      { value: "moves@home.example", type: "home" },
    ];
    const { id } = (await post({ userName: old, emails })).body;
    expect((await changeAddress(id, "moves.new@scim.example")).status).toBe(200);
    expect((await world.send<Resource>("GET", `/Users/${id}`)).body).toMatchObject({
      userName: "moves.new@scim.example",
      emails: [{ ...emails[0], value: "moves.new@scim.example" }, emails[1]],
    });
    expect((await post({ userName: "moves.new@scim.example" })).status).toBe(409);
    expect(await found('userName eq "Moves.New@scim.example"')).toEqual([id]);
    expect(await found(`userName eq "${old}"`)).toEqual([]);
    expect((await post({ userName: old })).status).toBe(201);
  });

  it("keeps a user name that is not an address, and finds its person by the address", async () => {
    const { id } = (await post({ userName: "grace", emails: [{ value: "grace@scim.example" }] })).body;
    expect((await post({ userName: "grace@scim.example" })).status).toBe(409);
    expect(await found('userName eq "grace@scim.example"')).toEqual([id]);
    expect((await changeAddress(id, "grace.hopper@scim.example")).status).toBe(200);
    expect(await found('userName eq "grace"')).toEqual([id]);
    expect(await found('userName eq "grace.hopper@scim.example"')).toEqual([id]);
  });

  it("finds the holder of a user name before the holder of the equal address", async () => {
    const addressed = (await post({ userName: "second", emails: [{ value: "second@scim.example" }] })).body;
    expect(await found('userName eq "second@scim.example"')).toEqual([addressed.id]);
    // A directory can assign a user name that looks like an address but is not an address of the person.
    const named = await world.create();
    await world.server.container.database.sql`
      update users set user_name = 'second@scim.example' where id = ${named.id}`;
    expect(await found('userName eq "second@scim.example"')).toEqual([named.id]);
  });

  it("gives a person with another user name no address by which another person signs in", async () => {
    const { userName } = await world.create();
    const refusal = { status: 409, body: { scimType: "uniqueness" } };
    for (const emails of [[{ value: userName.toUpperCase(), primary: true }], [{ value: userName }]]) {
      const { status, body } = await post({ userName: "somebody.else@scim.example", emails });
      expect({ status, body }).toMatchObject(refusal);
      expect(await found('userName eq "somebody.else@scim.example"')).toEqual([]);
    }
    const { id } = (await post({ userName: "somebody.else@scim.example" })).body;
    for (const emails of [[{ value: userName }], [{ value: "else@scim.example" }]]) {
      const patch = { Operations: [{ op: "replace", path: "emails", value: emails }] };
      const { status, body } = await world.send("PATCH", `/Users/${id}`, patch);
      if (emails[0]!.value === userName) expect({ status, body }).toMatchObject(refusal);
      else expect(status).toBe(200);
    }
  });

  it("uses the first of two addresses that are marked as primary", async () => {
    const emails = [
      { value: "first@primary.example", primary: true },
      { value: "second@primary.example", primary: "True" },
    ];
    const { body } = await post({ userName: "first@primary.example", emails });
    expect(body.emails).toEqual([
      { value: "first@primary.example", primary: true },
      { value: "second@primary.example", primary: false },
    ]);
  });

  it("refuses to change an address to another person's user name", async () => {
    const { id } = await world.create();
    const { status } = await post({ userName: "taken.name", emails: [{ value: "other@scim.example" }] });
    expect(status).toBe(201);
    expect((await changeAddress(id, "other@scim.example")).status).toBe(400);
  });

  it("finds a person by each address that it shows, and by the attributes of the address", async () => {
    const emails = [
      { value: "Real@own.example", type: "work", primary: true },
      { value: "real@home.example", type: "home" },
    ];
    const { id } = (await post({ userName: "real@x.onmicrosoft.example", emails })).body;
    expect((await world.send<Resource>("GET", `/Users/${id}`)).body["emails"]).toEqual(emails);
    for (const filter of [
      'emails.value eq "real@OWN.example"',
      'emails eq "real@home.example"',
      'emails.value sw "real@h" and emails.value co "OWN"',
      `emails.value ew "n.example" and id eq "${id}"`,
      'emails[type eq "home" and value eq "real@home.example"]',
      'emails[value eq "real@own.example"].type eq "work"',
      'emails[primary eq true and value co "own.example"]',
      'emails[type ne "home" and primary eq "True" and value eq "real@own.example"]',
      `emails[type eq "work" and value ne "real@home.example"] and id eq "${id}"`,
      'userName eq "nobody@x.example" or emails.value eq "real@own.example"',
    ])
      expect(await found(filter), filter).toEqual([id]);
    for (const filter of [
      'emails.value eq "eal@own.example"',
      'emails.value co "own.exampleX"',
      'emails.value co "work"',
      'emails.value co "r_al@own"',
      'emails[type eq "home" and value eq "real@own.example"]',
      'emails[primary eq true and value eq "real@home.example"]',
      `emails.value ne "real@home.example" and id eq "${id}"`,
      `not (emails[type eq "work" and value eq "real@own.example"]) and id eq "${id}"`,
    ])
      expect(await found(filter), filter).toEqual([]);
  });

  it("finds nobody by an address that a provider removed", async () => {
    const { id } = (await post({ userName: "gives.up", emails: [{ value: "gives.up@own.example" }] })).body;
    await world.patch(id, { op: "replace", path: "emails", value: [{ value: "other@own.example" }] });
    expect(await found('emails.value eq "gives.up@own.example"')).toEqual([]);
    expect(await found('emails.value eq "other@own.example"')).toEqual([id]);
  });

  it.each([
    'emails.type eq "work"',
    'emails[type eq "work"]',
    "emails.primary eq true",
    "emails.type pr",
    'emails[type eq "work" or value eq "a@b.example"]',
    'emails[primary gt "true" and value eq "a@b.example"]',
    'emails.value gt "a"',
    "emails.value eq 7",
  ])("refuses %s, which would match everybody or cannot be evaluated", async (filter) => {
    const answer = await world.send("GET", `/Users?filter=${encodeURIComponent(filter)}`);
    expect(answer).toMatchObject({ status: 400, body: { scimType: "invalidFilter" } });
  });

  it("treats an empty list of addresses as no addresses", async () => {
    const { id } = (await post({ userName: "empty@scim.example", emails: [] })).body;
    const known = [{ value: "empty@scim.example", type: "work", primary: true }];
    const shown = async () => (await world.send<Resource>("GET", `/Users/${id}`)).body["emails"];
    expect(await shown()).toEqual(known);
    await world.patch(id, { op: "add", path: "emails", value: [{ value: "more@scim.example" }] });
    await world.patch(id, { op: "remove", path: "emails" });
    expect(await shown()).toEqual(known);
  });
});
