import { describe, expect, it } from "vitest";
import { add, hostileProvider } from "@/server/testing/hostile-provider";
import { ENTERPRISE } from "@/server/testing/scim";
import { expensiveRequests, many, numbered } from "@/server/testing/scim-attacks";
import { databaseKinds } from "@/server/testing/stores";

describe.each(databaseKinds)("requests of a hostile provider over SCIM on %s", (kind) => {
  const provider = hostileProvider(kind);
  const { world, patch, search } = provider;

  it.each(expensiveRequests(provider))(
    "an attacker sends %s: the answer is a refusal of the work",
    async (_what, request, status) => {
      const [method, path, body] = request();
      const answer = await world().send(method, path, body);
      expect(answer.status, JSON.stringify(answer.body).slice(0, 300)).toBe(status);
    },
  );

  it("accepts real requests of providers", async () => {
    const filter = many('id eq "1"', 100);
    expect((await world().send(...search({ filter }))).status).toBe(200);
    expect((await world().send(...search({ filter: many('userName co "a"', 10) }))).status).toBe(200);
    const values = numbered(100, (index) => ({ value: `a${index}@b.example`, type: "other" }));
    expect((await world().send(...patch(...values.map((value) => add("emails", [value]))))).status).toBe(200);
    expect((await world().send(...search({ attributes: ["userName", "name.givenName"] }))).status).toBe(200);
    const entra = {
      [`${ENTERPRISE}:department`]: "Tax",
      [`${ENTERPRISE}:manager`]: "7",
      "name.givenName": "G",
      'emails[type eq "work"].value': "w@b.example",
    };
    expect((await world().send(...patch({ op: "Add", value: entra }))).status).toBe(200);
    const each = numbered(900, (n) => add(`${ENTERPRISE}:costCenter`, String(n)));
    expect((await world().send(...patch(...each))).status).toBe(200);
  });
});
