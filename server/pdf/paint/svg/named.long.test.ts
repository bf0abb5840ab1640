import { describe, expect, it } from "vitest";
import { bare, operators, shown } from "../../testing";

/** Returns the operators of all pages and forms in a PDF. */
const drawn = async (svg: string) => {
  const { file, warnings } = await shown(
    `${bare}<svg width="100" height="60" style="display: block">${svg}</svg>`,
  );
  expect(warnings).toEqual([]);
  return operators(file);
};
const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

describe("repeated content", () => {
  const long = (segments: number) => `<path d="M0 0${"l1 1".repeat(segments)}" stroke="red"/>`;
  const tiles = (inner: string) =>
    drawn(
      `<pattern id="p" width="2" height="1" patternUnits="userSpaceOnUse">${inner}</pattern><rect width="100" height="60" fill="url(#p)"/>`,
    );
  const markers = (inner: string) =>
    drawn(
      `<marker id="m">${inner}</marker><path d="M0 0${"l1 1".repeat(900)}" fill="none" marker-mid="url(#m)"/>`,
    );

  it("is limited where its total cost is too high", async () => {
    expect(count(await tiles(long(9_000)), / RG/g)).toBe(0);
    const most = count(await markers(long(9_000)), / RG/g);
    expect(most).toBeGreaterThan(50);
    expect(most).toBeLessThan(120);
  });
});
