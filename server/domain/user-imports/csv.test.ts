import { describe, expect, it } from "vitest";
import { guessColumns } from "./csv";
import { planRow, type Known } from "./plan";

const nobody: Known = { roles: new Map(), tags: new Map(), fields: new Map(), people: new Map() };

describe("the columns of a file", () => {
  it.each([
    [
      ["E-Mail-Adresse", "Vorname", "Nachname"],
      ["email", "givenName", "familyName"],
    ],
    [
      ["E-Mail Adresse", "Anzeigename", "Rollen"],
      ["email", "name", "roles"],
    ],
    [
      ["Vorname", "Name", "E-Mail"],
      ["givenName", "familyName", "email"],
    ],
    [
      ["email_address", "first_name", "Last name", "Full name"],
      ["email", "givenName", "familyName", "name"],
    ],
    [
      ["email", "first_name", "full name"],
      ["email", "givenName", "name"],
    ],
    [
      ["email", "name", "shoe size"],
      ["email", "name", "ignore"],
    ],
  ])("%j are known by their names", (header, columns) => expect(guessColumns(header, [])).toEqual(columns));

  it("are the organization's own fields before they are halves of a name", () =>
    expect(guessColumns(["email", "first_name"], ["first_name"])).toEqual(["email", "field:first_name"]));

  it("make a name of its halves where no column is the name", () => {
    const planned = (cells: string[], ...columns: Parameters<typeof planRow>[1]) =>
      planRow(["ann@example.com", ...cells], ["email", ...columns], nobody).steps.name;
    expect(planned(["Ann", "Baker"], "givenName", "familyName")).toBe("Ann Baker");
    expect(planned(["", "Baker"], "givenName", "familyName")).toBe("Baker");
    expect(planned(["", ""], "givenName", "familyName")).toBeUndefined();
    expect(planned(["Ann", "Dr Ann Baker"], "givenName", "name")).toBe("Dr Ann Baker");
  });

  it.each([
    ["Aktiv", "created", undefined],
    ["ja", "created", undefined],
    ["gesperrt", "created", "suspended"],
    ["Nein", "created", "suspended"],
    ["maybe", "refused", undefined],
  ])("take %s as a status in English and German", (cell, outcome, status) => {
    const plan = planRow(["ann@example.com", cell], ["email", "status"], nobody);
    expect([plan.outcome, plan.steps.status]).toEqual([outcome, status]);
  });
});
