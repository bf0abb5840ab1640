import { describe, expect, it } from "vitest";
import { bare, shown } from "../testing";

const WIDE = 793.7;

describe("logical properties", () => {
  it("map to left and right in left-to-right text", async () => {
    const { at } = await shown(
      `${bare}<p style="border-inline-start: 6px solid; padding-inline-start: 30px; margin-inline: 4px 0">start</p>
      <p style="position: relative; width: 90px; inset-inline-start: 8px">in</p><p style="text-align: end; margin-inline-end: 50px; width: 100px">end</p>
      <p style="border-block-start: 20px solid; border-block-end-width: 3px; padding-block-end: 9px">below</p><p>last</p>
      <p style="padding-left: 9px; padding-inline-start: 5px">later</p><p style="padding-inline-start: 5px; padding-left: 9px">left</p>`,
    );
    expect(at("start").x).toBeCloseTo(40, 1);
    expect(at("in").x).toBeCloseTo(8, 1);
    expect(at("end").x).toBeGreaterThan(75);
    expect(at("below").y - at("end").y).toBeGreaterThan(30);
    expect(at("last").y - at("below").y).toBeGreaterThan(19);
    expect([at("later").x, at("left").x]).toEqual([5, 9]);
  });

  it("are swapped in right-to-left text", async () => {
    const { at } = await shown(
      `${bare}<div dir="rtl"><p style="border-inline-start: 6px solid; padding-inline-start: 30px; margin-inline-start: 4px">1</p>
      <p style="text-align: end">22</p><p style="text-align: start">333</p><p style="text-align: left">4444</p>
      <div><span style="float: inline-end">55555</span></div><p style="clear: inline-end">666666</p></div>`,
    );
    const right = (word: string) => WIDE - at(word).x - word.length * 5.56;
    expect(right("1")).toBeCloseTo(40, 0);
    for (const word of ["22", "4444", "55555"]) expect(at(word).x).toBeCloseTo(0, 1);
    for (const word of ["333", "666666"]) expect(right(word)).toBeCloseTo(0, 0);
    expect(at("666666").y).toBeGreaterThan(at("55555").y);
  });

  it("place list markers beside the text", async () => {
    const { words } = await shown(
      `${bare}<style>ol { margin: 0 }</style><ol dir="rtl"><li>555</li></ol><ol dir="rtl" start="7" style="padding-left: 0; padding-right: 90px"><li>555</li></ol>`,
    );
    const [one, first, seven, second] = words;
    expect([one?.text, first?.text, seven?.text, second?.text]).toEqual([".1", "555", ".7", "555"]);
    expect(one!.x).toBeGreaterThan(WIDE - 41);
    expect(seven!.x).toBeGreaterThan(WIDE - 91);
    expect(seven!.x).toBeLessThan(WIDE - 75);
  });
});
