import { inflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { bare, shown } from "../testing";

const page = (boxes: string) =>
  `${bare}<style>@page { size: 500px 400px; margin: 60px 50px 40px; font: 10px monospace; ${boxes} }</style>x`;
/** Returns the rectangles of a page that are filled in red. */
const reds = async (boxes: string) => {
  const { file } = await shown(page(boxes));
  const drawn = [...file.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)].map(([, packed = ""]) => {
    try {
      return inflateSync(Buffer.from(packed, "latin1")).toString("latin1");
    } catch {
      return "";
    }
  });
  return [...drawn.join("\n").matchAll(/([\d.]+ [\d.]+ [\d.]+ [\d.]+) re\n(?:1 0 0 rg\n)?f/g)].map(
    ([, rect = ""]) => rect.split(" ").map((side) => Math.round(Number(side))),
  );
};
const red = "background: red";

describe("margin boxes", () => {
  it("fill the margin alone or have their specified size", async () => {
    expect(await reds(`@top-left { content: "a"; ${red} }`)).toEqual([[50, 0, 400, 60]]);
    expect(await reds(`@bottom-center { content: ""; width: 100px; height: 5px; ${red} }`)).toEqual([
      [200, 360, 100, 5],
    ]);
    expect(
      await reds(`@top-right { content: ""; width: 50%; height: 10px; margin: 2px 3px; ${red} }`),
    ).toEqual([[247, 48, 200, 10]]);
    expect(await reds(`@left-top { content: "a"; ${red} }`)).toEqual([[0, 60, 50, 100]]);
    expect(await reds(`@bottom-right-corner { content: "a"; ${red} }`)).toEqual([[450, 360, 50, 40]]);
  });

  it("share the width by intrinsic sizes", async () => {
    const [left, right] = await reds(
      `@top-left { content: "aaa"; ${red} } @top-right { content: "a"; ${red} }`,
    );
    expect([left, right]).toEqual([
      [50, 0, 300, 60],
      [350, 0, 100, 60],
    ]);
    const [one, middle, other] = await reds(
      `@top-left { content: "a"; ${red} } @top-center { content: "aa"; ${red} } @top-right { content: "a"; ${red} }`,
    );
    expect([one![2], middle![2], other![2]]).toEqual([100, 200, 100]);
    expect(middle![0]).toBe(150);
  });

  it("align their content", async () => {
    const { at } = await shown(
      page(
        `@top-left { content: "left" } @top-center { content: "center"; vertical-align: top } @top-right { content: "right"; vertical-align: bottom } @right-top { content: "side" }`,
      ),
    );
    expect(at("left").x).toBe(50);
    expect(at("right").x).toBeCloseTo(450 - 5 * 6, 0);
    expect(at("center").x).toBeCloseTo(250 - 3 * 6, 0);
    expect(at("center").y).toBeLessThan(12);
    expect(at("right").y).toBeGreaterThan(50);
    expect(at("left").y).toBeGreaterThan(25);
    expect(at("side").y).toBeLessThan(75);
  });

  it("wrap lines", async () => {
    const { words } = await shown(
      page(`@top-left { content: "${"many words ".repeat(12)}" } @top-right { content: "end" }`),
    );
    const [first, end] = [
      words.find(({ text }) => text.startsWith("many"))!,
      words.find(({ text }) => text === "end")!,
    ];
    expect(first.y).toBeLessThan(end.y);
  });
});
