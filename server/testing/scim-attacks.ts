import { add, type hostileProvider, type ScimRequest } from "./hostile-provider";
import { ENTERPRISE } from "./scim";

/** Returns a list of `length` values. */
export const numbered = <T>(length: number, make: (index: number) => T) =>
  Array.from({ length }, (_, index) => make(index));
const addresses = (length: number) =>
  numbered(length, (index) => ({ value: `a${index}@b.example`, primary: true }));

/** Returns a filter of `count` equal conditions. */
export const many = (filter: string, count: number, joined = " or ") =>
  numbered(count, () => filter).join(joined);
const bulk = (...Operations: object[]) => ["POST", "/Bulk", { Operations }] as const;

/** Returns requests that would take long if their work were not limited, with the status of their answers. */
export function expensiveRequests({
  personId,
  patch,
  patchGroup,
  search,
}: ReturnType<typeof hostileProvider>) {
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
  return attacks;
}
