import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { refusal, testOperations, type TestOperations } from "@/server/testing/operations";
import { databaseKinds } from "@/server/testing/stores";
import { listCustomFields, orderCustomFields, saveCustomField } from "./custom-fields";

describe.each(databaseKinds)("the order of custom fields on %s", (kind) => {
  let test: TestOperations;
  beforeAll(async () => void (test = await testOperations(kind)));
  afterAll(() => test.close());
  const names = async (t: number) =>
    (await test.run(t, listCustomFields, {})).map(({ fieldName }) => fieldName);
  const add = (t: number, ...fieldNames: string[]) =>
    Promise.all(
      fieldNames.map((fieldName) => test.run(t, saveCustomField, { fieldName, displayLabel: fieldName })),
    );

  it("follows the request; new fields, and fields that the request omits, come last", async () => {
    for (const t of [1, 2]) for (const name of ["a", "b", "c"]) await add(t, name);
    await test.run(1, orderCustomFields, { fieldNames: ["c", "a"] });
    await add(1, "d");
    expect(await names(1)).toEqual(["c", "a", "b", "d"]);
    expect(await names(2)).toEqual(["a", "b", "c"]);
    await test.run(1, orderCustomFields, { fieldNames: ["c", "a", "b", "d"] });
    const recorded = (await test.events(1)).filter(({ action }) => action.endsWith("custom_fields_ordered"));
    expect(recorded).toHaveLength(1);
  });

  it("refuses an unknown field", async () => {
    await expect(test.run(1, orderCustomFields, { fieldNames: ["zzz"] })).rejects.toMatchObject(
      refusal(400, "fieldNames"),
    );
  });
});
