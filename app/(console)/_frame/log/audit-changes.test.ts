import { describe, expect, it } from "vitest";
import { changeRows, fieldWords, type ChangeWords } from "./audit-changes";

const english: ChangeWords = {
  field: fieldWords,
  inner: (name) => fieldWords(name).toLowerCase(),
  code: (field, value) => (["status", "methods", "type", "days"].includes(field) ? `(${value})` : value),
  time: (at) => `at ${at}`,
  yes: "yes",
  no: "no",
  nothing: "nothing",
  hidden: "hidden",
  replaced: "another",
};

describe("the changes of an event", () => {
  it.each([
    ["allowUserOverride", "Allow user override"],
    ["name", "Name"],
    ["per_user_limit", "Per user limit"],
  ])("converts %s to the label %s", (name, words) => expect(fieldWords(name)).toBe(words));

  it("format values as a reader would write them", () => {
    expect(
      changeRows(
        {
          name: { from: "Old", to: "New" },
          tagline: { from: null, to: "Hello" },
          enabled: { from: true, to: false },
          verifiedAt: { to: "2026-01-02T03:04:05.000Z" },
          retentionDays: { from: 90, to: null },
          status: { from: "active", to: "suspended" },
        },
        english,
      ),
    ).toEqual([
      { field: "Name", kind: "value", from: "Old", to: "New" },
      { field: "Tagline", kind: "value", from: null, to: "Hello" },
      { field: "Enabled", kind: "value", from: "yes", to: "no" },
      { field: "Verified at", kind: "value", from: null, to: "at 2026-01-02T03:04:05.000Z" },
      { field: "Retention days", kind: "value", from: "90", to: null },
      { field: "Status", kind: "value", from: "(active)", to: "(suspended)" },
    ]);
  });

  it("list added and removed items of lists", () => {
    expect(changeRows({ channels: { from: ["email"], to: ["email", "sms"] } }, english)).toEqual([
      { field: "Channels", kind: "list", removed: [], added: ["sms"] },
    ]);
    expect(changeRows({ order: { from: ["a", "b"], to: ["b", "a"] } }, english)).toEqual([
      { field: "Order", kind: "value", from: "a, b", to: "b, a" },
    ]);
    expect(changeRows({ methods: { from: ["totp"], to: ["totp", "password"] } }, english)).toEqual([
      { field: "Methods", kind: "list", removed: [], added: ["(password)"] },
    ]);
    expect(changeRows({ methods: { from: null, to: ["password"] } }, english)).toEqual([
      { field: "Methods", kind: "value", from: null, to: "(password)" },
    ]);
    expect(changeRows({ days: { from: [1, 2], to: [2, 6] } }, english)).toEqual([
      { field: "Days", kind: "list", removed: ["(1)"], added: ["(6)"] },
    ]);
    expect(changeRows({ days: { from: null, to: 30 } }, english)).toEqual([
      { field: "Days", kind: "value", from: null, to: "30" },
    ]);
    expect(changeRows({ scopes: { from: null, to: ["a", "b"] } }, english)).toEqual([
      { field: "Scopes", kind: "value", from: null, to: "a, b" },
    ]);
  });

  it("list objects field by field, without the unchanged fields", () => {
    expect(
      changeRows(
        { policy: { from: { minLength: 8, refuse: true }, to: { minLength: 12, refuse: true } } },
        english,
      ),
    ).toEqual([{ field: "Policy, min length", kind: "value", from: "8", to: "12" }]);
    expect(changeRows({ rule: { from: null, to: { type: "ip" } } }, english)).toEqual([
      { field: "Rule, type", kind: "value", from: null, to: "(ip)" },
    ]);
  });

  it("mask secrets, and leave out fields that are empty before and after", () => {
    const secret = "(hidden)";
    expect(
      changeRows(
        {
          password: { from: secret, to: secret },
          secret: { from: null, to: secret },
          keyId: { from: null, to: "" },
          emailDomains: { from: null, to: [] },
        },
        english,
      ),
    ).toEqual([
      { field: "Password", kind: "value", from: null, to: "another" },
      { field: "Secret", kind: "value", from: null, to: "hidden" },
    ]);
  });

  it("are empty if the event has none", () => expect(changeRows(null, english)).toEqual([]));
});
