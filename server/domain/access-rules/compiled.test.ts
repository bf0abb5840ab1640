import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CountryRestriction } from "./access-rules.schema";
import { createDecider } from "./compiled";
import { decide, type Facts, type Rule } from "./decide";
import { registry, ruleTypes } from "./rule-types.schema";
import { fromStored } from "./rules";

/* Compares the compiled decision with `decide`. The results of `decide` are the expected ones. */

const country = fc.constantFrom("DE", "AT", "FR");
const moment = fc
  .integer({ min: +new Date("2026-03-27T00:00:00Z"), max: +new Date("2026-04-01T00:00:00Z") })
  .map((at) => new Date(at));

/** Generates definitions of every type. One more rule has a stored type that this version does not have. */
const definition = fc.oneof(
  ...ruleTypes.map((type) =>
    fc.record({
      type: fc.constant<string>(type),
      definition: registry[type].generate(fc) as fc.Arbitrary<Record<string, unknown>>,
    }),
  ),
  fc.record({ type: fc.constantFrom("moon", "tide"), definition: fc.constant({}) }),
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
      fromStored({ id: index + 1, ...whom, ...what, expiresAt }),
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

describe("compiled rules", () => {
  it("decide like the same rules one by one, for successive sign-ins", () => {
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
