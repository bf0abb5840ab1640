import fc from "fast-check";
import { expect, test } from "vitest";
import { isoOfInstant } from "./kit";

test("reads an instant of the database like Date, in every shortened form", () => {
  expect(isoOfInstant("2026-11-21 22:07:33+00")).toBe("2026-11-21T22:07:33.000Z");
  expect(isoOfInstant("2026-11-21 22:07:33.1+00")).toBe("2026-11-21T22:07:33.100Z");
  expect(isoOfInstant("2026-11-21 22:07:33.123+02")).toBe("2026-11-21T20:07:33.123Z");
  fc.assert(
    fc.property(
      fc.date({ min: new Date("0001-01-01"), max: new Date("9999-12-31"), noInvalidDate: true }),
      (at) => {
        const written = at
          .toISOString()
          .replace("T", " ")
          .replace(/\.?0*Z$/, "+00");
        expect(isoOfInstant(written)).toBe(at.toISOString());
      },
    ),
  );
});
