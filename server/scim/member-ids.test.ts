import { describe, expect, it } from "vitest";
import { GROUP, USER } from "@/server/testing/scim";
import { add, hostileProvider } from "@/server/testing/hostile-provider";
import { databaseKinds } from "@/server/testing/stores";

describe.each(databaseKinds)("requests of a hostile provider over SCIM on %s", (kind) => {
  const { world, personId, patch, patchGroup, search } = hostileProvider(kind);
  const group = (value: unknown) => patchGroup(add("members", value));

  it.each([[[1]], [{ a: 1 }], [true], [[["1"]]], [1.5], ["1e0"], [null]])(
    "an attacker names a member by %j, which is not a text: nobody is added",
    async (value) => {
      const before = await world().members();
      const answer = await world().send(...group([{ value }]));
      expect(answer).toMatchObject({ status: 400, body: { scimType: "invalidValue" } });
      const put = { schemas: [GROUP], members: [{ value }] };
      expect((await world().send("PUT", `/Groups/${world().groupId}`, put)).status).toBe(400);
      expect(await world().members()).toEqual(before);
    },
  );

  it.each([[[363]], [[["93"]]], [[{ value: ["92"] }]], [[{ value: [[95]] }]]])(
    "an attacker names members as %j: nobody is added",
    async (value) => {
      const put = { schemas: [GROUP], members: value };
      expect((await world().send("PUT", `/Groups/${world().groupId}`, put)).status).toBe(400);
      expect((await world().send(...group(value))).status).toBe(400);
    },
  );

  it("accepts a member's id as a text or as a number", async () => {
    const other = await world().create();
    expect(
      (await world().send(...group([{ value: Number(personId()) }, { value: other.id }]))).status,
    ).toBeLessThan(300);
    expect(await world().members()).toEqual(expect.arrayContaining([personId(), other.id]));
  });

  it.each([[[1]], [{ a: 1 }], [true]])(
    "an attacker sends %j as a value of a list: it is refused",
    async (value) => {
      for (const name of ["emails", "phoneNumbers", "entitlements"])
        for (const item of [{ value }, { value: "a@b.example", type: value }]) {
          const body = { schemas: [USER], userName: "coerced@b.example", [name]: [item] };
          expect(await world().send("POST", "/Users", body)).toMatchObject({
            status: 400,
            body: { scimType: "invalidValue" },
          });
          expect((await world().send(...patch(add(name, [item])))).status).toBe(400);
        }
    },
  );

  it.each(["filter", "sortBy", "count", "attributes"])(
    "an attacker searches with %s that is not a text: the answer does not contain everybody",
    async (name) => {
      for (const value of [{ a: 1 }, [{ a: 1 }], true])
        expect((await world().send(...search({ [name]: value }))).status, JSON.stringify(value)).toBe(400);
    },
  );
});
