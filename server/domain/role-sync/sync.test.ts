import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { wordsIn } from "@/server/kernel/texts/text";
import { aRole, aUser } from "@/server/testing/factories";
import { testOperations, type TestOperations } from "@/server/testing/operations";
import { databaseKinds } from "@/server/testing/stores";
import { createSource } from "./sources";
import { applyRoleSync } from "./sync";

describe.each(databaseKinds)("matching of a feed's people on %s", (kind) => {
  let test: TestOperations;
  beforeAll(async () => void (test = await testOperations(kind)));
  afterAll(() => test.close());

  const scene = async (t: number) => {
    const { sourceId } = await test.run(t, createSource, { name: "Payroll", connectorName: "DirectoryFeed" });
    const role = await aRole(test, t, { name: "Cashier" });
    const apply = (...people: string[]) =>
      test.run(t, applyRoleSync, {
        sourceId,
        holdings: people.map((person) => ({ person, role: "Cashier" })),
        allowEmpty: true,
      });
    const holders = async () =>
      (await test.write(t, (tx) => tx.roleGrants.list({}))).map(({ userId }) => userId);
    return { role, apply, holders };
  };

  it.each(["before", "after"])(
    "attack: a user whose external id is another user's address, created %s that user, gets the other's roles",
    async (when) => {
      const t = when === "before" ? 1 : 2;
      const { apply, holders } = await scene(t);
      const mallory = () => aUser(test, t, { email: "m@example.com", externalId: "ceo@example.com" });
      if (when === "before") await mallory();
      const { id } = await aUser(test, t, { email: "ceo@example.com" });
      // In the case "after", the grant exists before the text becomes ambiguous. The grant remains.
      if (when === "after") {
        await apply("ceo@example.com");
        await mallory();
      }
      const { errors } = await apply("ceo@example.com");
      expect(errors.map(wordsIn("en"))).toEqual([
        "ceo@example.com is the address of one person and the external id of another.",
      ]);
      expect(await holders()).toEqual(when === "before" ? [] : [id]);
    },
  );

  it("matches a person by both spellings of an internationalized domain", async () => {
    const { apply, holders } = await scene(4);
    const { id } = await aUser(test, 4, { email: "ann@xn--mller-kva.example" });
    expect((await apply("Ann@MÜLLER.example", "ann@xn--mller-kva.example")).errors).toEqual([]);
    expect(await holders()).toEqual([id]);
  });

  it("matches a person by an address that is also their external id", async () => {
    const { apply, holders } = await scene(3);
    const { id } = await aUser(test, 3, { email: "both@example.com", externalId: "both@example.com" });
    expect((await apply("Both@example.com", "both@example.com")).errors).toEqual([]);
    expect(await holders()).toEqual([id]);
  });
});
