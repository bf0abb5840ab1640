import { blocksOf } from "@/server/testing/blocks";
import { describe, expect, it } from "vitest";
import { add, hostileProvider, type ScimRequest } from "@/server/testing/hostile-provider";
import { ENTERPRISE } from "@/server/testing/scim";
import { databaseKinds } from "@/server/testing/stores";

const numbered = <T>(length: number, make: (index: number) => T) =>
  Array.from({ length }, (_, index) => make(index));
const addresses = (length: number) =>
  numbered(length, (index) => ({ value: `a${index}@b.example`, primary: true }));

describe.each(databaseKinds)("requests of a hostile provider over SCIM on %s", (kind) => {
  const { world, personId, patch, patchGroup, search } = hostileProvider(kind);

  /**
   * Maximum number of executed blocks of a request. A refused one executes up to three million, and a Bulk that creates 100
   * people eight. Comparing 8,000 values with each other would execute more than 60.
   */
  const MOST_BLOCKS = 20_000_000;

  const many = (filter: string, count: number, joined = " or ") => numbered(count, () => filter).join(joined);
  const bulk = (...Operations: object[]) => ["POST", "/Bulk", { Operations }] as const;

  const attacks: [what: string, request: () => ScimRequest, status: number][] = [
    [
      "a PATCH adds 8,000 values to compare with each other",
      () => patch(add("emails", addresses(8_000))),
      400,
    ],
    [
      "a PATCH replaces 8,000 values",
      () => patch({ op: "replace", path: "emails", value: addresses(8_000) }),
      400,
    ],
    [
      "a PATCH of 900 operations on a list of 1,000",
      () =>
        patch(
          add("emails", addresses(1_000)),
          ...numbered(900, (n) => add("emails", [{ value: `x${n}@b.example` }])),
        ),
      400,
    ],
    [
      "a PATCH of 150 operations with 100 numbers each",
      () =>
        patch(
          ...numbered(150, (k) =>
            add(
              "phoneNumbers",
              numbered(100, (n) => ({ value: `${k}${n}`, type: `t${n}` })),
            ),
          ),
        ),
      400,
    ],
    [
      "a PATCH of 150 operations with 60 keys each of the enterprise extension",
      () =>
        patch(
          ...numbered(150, (k) => ({
            op: "replace",
            value: Object.fromEntries(numbered(60, (n) => [`${ENTERPRISE}:a${k}x${n}`, "q"])),
          })),
        ),
      400,
    ],
    [
      "a PATCH of 500 operations that make an extension wider by 150 keys each",
      () =>
        patch(
          ...numbered(500, (k) =>
            add(ENTERPRISE, Object.fromEntries(numbered(150, (n) => [`${k}x${n}`, 1]))),
          ),
        ),
      400,
    ],
    [
      "a PATCH of 1,000 operations with 60 unknown keys each",
      () =>
        patch(
          ...numbered(1_000, () => ({
            op: "add",
            value: Object.fromEntries(numbered(60, (n) => [`x${n}`, 1])),
          })),
        ),
      400,
    ],
    [
      "a PATCH that writes one text of 900,000 characters into 1,000 values",
      () =>
        patch(
          add(
            "emails",
            numbered(1_000, (n) => `a${n}`),
          ),
          add("emails.display", "x".repeat(900_000)),
        ),
      400,
    ],
    [
      "a PATCH of one value of an extension with 60,000 keys",
      () => patch(add(ENTERPRISE, Object.fromEntries(numbered(60_000, (n) => [`a${n}`, 1])))),
      400,
    ],
    [
      "a PUT of an extension with 60,000 keys",
      () => [
        "PUT",
        `/Users/${personId()}`,
        { userName: "a@b.example", [ENTERPRISE]: Object.fromEntries(numbered(60_000, (n) => [`a${n}`, 1])) },
      ],
      400,
    ],
    [
      "a PATCH of a group with 15,000 members",
      () =>
        patchGroup(
          add(
            "members",
            numbered(15_000, (n) => ({ value: String(n + 100_000) })),
          ),
        ),
      413,
    ],
    [
      "a PATCH of a group with 15 operations of 1,000 members",
      () =>
        patchGroup(
          ...numbered(15, (k) =>
            add(
              "members",
              numbered(1_000, (n) => ({ value: String(k * 1_000 + n + 100_000) })),
            ),
          ),
        ),
      413,
    ],
    [
      "a PATCH removes 1,000 values from 1,000 by naming them",
      () => patch(add("emails", addresses(1_000)), { op: "remove", path: "emails", value: addresses(1_000) }),
      400,
    ],
    [
      "a PATCH of 200 filters with 60 conditions each over one long value",
      () =>
        patch(
          add("emails", [{ type: "x".repeat(500_000), value: "a@b.example" }]),
          ...numbered(200, () => add(`emails[${many('type co "y"', 60)}].display`, "z")),
        ),
      400,
    ],
    [
      "a PATCH of a name with 20,000 parts",
      () => patch(add("name", Object.fromEntries(numbered(20_000, (n) => [`k${n}`, 1])))),
      400,
    ],
    [
      "a PATCH of 400 paths that a backtracking expression reads in quadratic time",
      () => patch(...numbered(400, () => add(`urn:${"a".repeat(1_990)}!`, 1))),
      400,
    ],
    [
      "a POST of 8,000 addresses",
      () => ["POST", "/Users", { userName: "many@b.example", emails: addresses(8_000) }],
      400,
    ],
    [
      "a PUT of 8,000 addresses",
      () => ["PUT", `/Users/${personId()}`, { userName: "many@b.example", emails: addresses(8_000) }],
      400,
    ],
    [
      "a body of 400,000 values",
      () => ["POST", "/Users", { userName: "a@b.example", x: numbered(400_000, () => 1) }],
      413,
    ],
    ["a filter with 200 conditions of co", () => search({ filter: many('userName co "a"', 200) }), 400],
    ["a filter with 11 conditions of co", () => search({ filter: many('userName co "a"', 11) }), 400],
    ["a filter with 120 conditions", () => search({ filter: many('id eq "1"', 120) }), 400],
    [
      "a filter with a text that does not end and holds 40 line breaks, which an expression tries in 2^40 ways",
      () => search({ filter: `userName eq "${"\n".repeat(40)}` }),
      400,
    ],
    [
      "the same in an address",
      () => ["GET", `/Users?filter=${encodeURIComponent(`userName eq "${"\n".repeat(40)}`)}`],
      400,
    ],
    [
      "the same in the path of a PATCH",
      () => patch(add(`emails[type eq "${"\n".repeat(40)}].value`, "a@b.example")),
      400,
    ],
    ["a list of 100,000 attributes", () => search({ attributes: numbered(100_000, () => "name.x") }), 400],
    [
      "a Bulk of 100 people of whom the first has data of 4 MB",
      () =>
        bulk(
          ...numbered(100, (n) => ({
            method: "POST",
            path: "/Users",
            bulkId: `b${n}`,
            data: {
              userName: `b${n}@b.example`,
              ...(n === 0 && { x: numbered(100, () => "bulkId:".repeat(5_000)) }),
            },
          })),
        ),
      200,
    ],
  ];

  it.each(attacks)("an attacker sends %s: the work is limited", async (_what, request, status) => {
    const [method, path, body] = request();
    const { result, blocks } = await blocksOf(() => world().send(method, path, body));
    expect(result.status, JSON.stringify(result.body).slice(0, 300)).toBe(status);
    expect(blocks).toBeLessThan(MOST_BLOCKS);
  });

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
