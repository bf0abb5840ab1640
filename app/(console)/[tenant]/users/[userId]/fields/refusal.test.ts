import { expect, it } from "vitest";
import { refused } from "./refusal";

const refusal = (data: object) => Object.assign(new Error("Refused."), { data });

it("converts the values of a conflict to the texts of the fields", async () => {
  const current = { floor: 7, remote: false, team: "Sales", since: null };
  await expect(refused(refusal({ code: "CONFLICT", current, field: null }))).rejects.toMatchObject({
    message: "Refused.",
    data: { code: "CONFLICT", current: { floor: "7", remote: "false", team: "Sales", since: "" } },
  });
});

it("names the refused field by its name in the form", async () => {
  await expect(refused(refusal({ code: "BAD_REQUEST", field: "values.floor" }))).rejects.toMatchObject({
    message: "Refused.",
    data: { field: "floor" },
  });
  await expect(refused(refusal({ code: "FORBIDDEN" }))).rejects.toMatchObject({ data: { field: null } });
  await expect(refused("no error")).rejects.toBe("no error");
});
