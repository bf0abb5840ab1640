import { describe, expect, it } from "vitest";
import { guessColumns, readCsv } from "./csv";
import { MOST_OF_A_CELL } from "./limits.schema";
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
  ])("are recognized by their names: %j", (header, columns) =>
    expect(guessColumns(header, [])).toEqual(columns),
  );

  it("prefer the organization's own fields to the parts of a name", () =>
    expect(
      guessColumns(["email", "first_name"], [{ fieldName: "first_name", displayLabel: "Nickname" }]),
    ).toEqual(["email", "field:first_name"]));

  it.each([
    ["Cost centre", "field:cost"],
    ["cost  CENTRE", "field:cost"],
    ["Cost_centre", "field:cost"],
    ["Abteilungsku\u0308rzel", "field:dept"],
    ["Groups", "field:clubs"],
    ["E-mail", "email"],
    ["Roles", "roles"],
  ])("map %s, with custom fields of several labels, to %s", (title, column) => {
    const fields = [
      { fieldName: "cost", displayLabel: "Cost centre" },
      { fieldName: "dept", displayLabel: "Abteilungsk\u00fcrzel" },
      { fieldName: "clubs", displayLabel: "Groups" },
      { fieldName: "second", displayLabel: "E-mail" },
    ];
    expect(guessColumns([title], fields)).toEqual([column]);
  });

  it("prefer the name of a custom field to the label of another one", () =>
    expect(
      guessColumns(
        ["Site"],
        [
          { fieldName: "place", displayLabel: "Site" },
          { fieldName: "site", displayLabel: "Web page" },
        ],
      ),
    ).toEqual(["field:site"]));

  it("form a name from its parts if no column is the name", () => {
    const planned = (cells: string[], ...columns: Parameters<typeof planRow>[1]) =>
      planRow(["ann@example.com", ...cells], ["email", ...columns], nobody).steps.name;
    expect(planned(["Ann", "Baker"], "givenName", "familyName")).toBe("Ann Baker");
    expect(planned(["", "Baker"], "givenName", "familyName")).toBe("Baker");
    expect(planned(["", ""], "givenName", "familyName")).toBeUndefined();
    expect(planned(["Ann", "Dr Ann Baker"], "givenName", "name")).toBe("Dr Ann Baker");
  });

  it.each(["Ann@MÜLLER.example.com", " ann@xn--mller-kva.example.com"])(
    "find the user whose address is %j in the file",
    (address) => {
      const person = {
        userId: 7,
        status: "active",
        profile: {},
        roleIds: new Set(),
        tagIds: new Set(),
        fields: {},
      };
      const people = new Map([["ann@xn--mller-kva.example.com", person]]) as unknown as Known["people"];
      expect(planRow([address], ["email"], { ...nobody, people })).toMatchObject({
        userId: 7,
        outcome: "unchanged",
      });
    },
  );

  it.each([
    ["Aktiv", "created", undefined],
    ["ja", "created", undefined],
    ["gesperrt", "created", "suspended"],
    ["Nein", "created", "suspended"],
    ["maybe", "refused", undefined],
  ])("accept %s as a status in English and German", (cell, outcome, status) => {
    const plan = planRow(["ann@example.com", cell], ["email", "status"], nobody);
    expect([plan.outcome, plan.steps.status]).toEqual([outcome, status]);
  });
});

describe("a file of users", () => {
  const header = ["Name, Vorname", "E-Mail"];
  const rows = (line: number) => [{ line, cells: ["Baker, Ann", "ann@example.com"] }];
  it.each([
    ["commas in quotes", `"Name, Vorname";"E-Mail"\n"Baker, Ann";"ann@example.com"\n`, header, 2],
    [
      "commas in quotes after blank lines",
      `\n\n"Name, Vorname";"E-Mail"\n"Baker, Ann";ann@example.com`,
      header,
      4,
    ],
    [
      "a line break in quotes",
      `"Name,\nVor,name"\t"E-Mail"\n"Baker, Ann"\tann@example.com`,
      ["Name,\nVor,name", "E-Mail"],
      3,
    ],
    ["a doubled quote", `"a "",,,"" b";E-Mail\n"Baker, Ann";ann@example.com`, ['a ",,," b', "E-Mail"], 2],
    [
      "a first line sep=;",
      `sep=;\r\n"Name, Vorname";"E-Mail"\r\n"Baker, Ann";ann@example.com\r\n`,
      header,
      3,
    ],
    [
      "a byte order mark and sep=;",
      `\uFEFFsep=;\n"Name, Vorname";"E-Mail"\n"Baker, Ann";ann@example.com`,
      header,
      3,
    ],
    ['"sep=|" in quotes', `"SEP=|"\n"Name, Vorname"|"E-Mail"\nBaker, Ann|ann@example.com`, header, 3],
    ["sep= with a tab", `sep=\t\n"Name, Vorname"\t"E-Mail"\nBaker, Ann\tann@example.com`, header, 3],
  ])("splits the columns of a header with %s", (_what, text, titles, line) =>
    expect(readCsv(text)).toEqual({ header: titles, rows: rows(line) }),
  );

  it("is empty if only sep=; and a header are in it", () =>
    expect(() => readCsv("sep=;\nE-Mail")).toThrow(
      expect.objectContaining({ reason: { code: "user_import.file_empty", params: {} } }),
    ));

  it.each([
    ["email", "user_import.file_empty", {}],
    [
      `email\n${"a".repeat(MOST_OF_A_CELL + 1)}`,
      "user_import.cell_too_long",
      { line: 2, max: MOST_OF_A_CELL },
    ],
    [`${"a,".repeat(100)}a\nb`, "user_import.file_too_wide", { max: 100 }],
  ])("is refused with a code and its limit: %#", (text, code, params) => {
    expect(() => readCsv(text)).toThrow(
      expect.objectContaining({ reason: { code, params }, details: { field: "text" } }),
    );
  });

  it("is refused with the problem of the parser", () =>
    expect(() => readCsv('email\n"a')).toThrow(
      expect.objectContaining({
        reason: {
          code: "user_import.file_not_csv",
          params: { problem: expect.stringContaining("Quote") as string },
        },
      }),
    ));
});
