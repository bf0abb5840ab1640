import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CountryRestriction } from "./access-rules.schema";
import { createDecider } from "./compiled";
import { decide, toDecidable, type Facts, type Rule } from "./decide";

/* The quick way and the plain one must agree on everything: the plain one is the specification. */

const country = fc.constantFrom("DE", "AT", "FR");
const region = fc.constantFrom("DE:Bavaria", "DE:BERLIN", "AT:Wien", "FR:Île-de-France");
const cidr = fc.constantFrom(
  ...["203.0.113.0/24", "203.0.113.7", "10.0.0.0/8", "0.0.0.0/0", "203.0.113.128/25"],
  ...["2001:db8::/32", "2001:db8::7", "::ffff:10.0.0.0/104", "::/0"],
);
const time = fc.constantFrom("00:00", "02:30", "08:00", "18:00", "23:59");
const effect = fc.constantFrom("allow" as const, "deny" as const);
const few = <T>(value: fc.Arbitrary<T>) => fc.array(value, { minLength: 1, maxLength: 3 });
const moment = fc
  .integer({ min: +new Date("2026-03-27T00:00:00Z"), max: +new Date("2026-04-01T00:00:00Z") })
  .map((at) => new Date(at));

const definition = fc.oneof(
  fc.record({ type: fc.constant("country"), definition: fc.record({ effect, countries: few(country) }) }),
  fc.record({ type: fc.constant("region"), definition: fc.record({ effect, regions: few(region) }) }),
  fc.record({ type: fc.constant("ip"), definition: fc.record({ effect, cidrs: few(cidr) }) }),
  fc.record({
    type: fc.constant("hours"),
    definition: fc.record({
      days: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 }),
      startTime: time,
      endTime: time,
      timeZoneId: fc.constantFrom(
        "Europe/Berlin",
        "Asia/Kathmandu",
        "America/St_Johns",
        "Australia/Lord_Howe",
      ),
    }),
  }),
  fc.record({
    type: fc.constant("method"),
    definition: fc.record({ methods: few(fc.constantFrom("password", "webauthn")) }),
  }),
  fc.constant({ type: "anonymizer", definition: {} }),
  fc.record({
    type: fc.constant("sessions"),
    definition: fc.record({ maxSessions: fc.integer({ min: 1, max: 9 }) }),
  }),
  fc.record({
    type: fc.constant("sessionlength"),
    definition: fc.record({ maxSessionMinutes: fc.integer({ min: 5, max: 99 }) }),
  }),
  fc.record({
    type: fc.constant("devices"),
    definition: fc.record({ maxDevices: fc.integer({ min: 1, max: 9 }) }),
  }),
);
const about = fc.oneof(
  fc.constant({ scope: "org" as const, userId: null, tagId: null, appId: null }),
  fc
    .integer({ min: 1, max: 2 })
    .map((userId) => ({ scope: "user" as const, userId, tagId: null, appId: null })),
  fc
    .integer({ min: 1, max: 3 })
    .map((tagId) => ({ scope: "tag" as const, userId: null, tagId, appId: null })),
  fc
    .integer({ min: 1, max: 2 })
    .map((appId) => ({ scope: "app" as const, userId: null, tagId: null, appId })),
);
const rules = fc
  .array(fc.tuple(definition, about, fc.option(moment)), { maxLength: 12 })
  .map((list) =>
    list.map(([what, whom, expiresAt], index): Rule =>
      toDecidable({ id: index + 1, ...whom, ...what, expiresAt }),
    ),
  );
const facts: fc.Arbitrary<Facts> = fc.record({
  at: moment,
  ip: fc.constantFrom(null, "203.0.113.7", "10.1.2.3", "::ffff:10.1.2.3", "2001:db8::7", "nonsense"),
  country: fc.option(country),
  region: fc.constantFrom(null, "Bavaria", "berlin", "Wien"),
  anonymizer: fc.constantFrom(null, true, false),
  method: fc.constantFrom("password" as const, "webauthn" as const),
  userId: fc.integer({ min: 1, max: 2 }),
  tagIds: fc.uniqueArray(fc.integer({ min: 1, max: 3 })),
  appId: fc.option(fc.integer({ min: 1, max: 2 })),
});
const restriction: fc.Arbitrary<CountryRestriction> = fc.record({
  mode: fc.constantFrom("disabled" as const, "allow" as const, "deny" as const),
  countries: fc.uniqueArray(country),
});

describe("rules that were made ready", () => {
  it("decide as each rule by itself does, for one sign-in after another", () => {
    fc.assert(
      fc.property(
        rules,
        restriction,
        fc.array(facts, { minLength: 1, maxLength: 6 }),
        (given, closed, visits) => {
          const decider = createDecider(given);
          for (const visit of visits) expect(decider(closed, visit)).toEqual(decide(given, closed, visit));
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
