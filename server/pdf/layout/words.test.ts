import { describe, expect, it } from "vitest";
import { faceFromFile } from "../fonts/face";
import { fileOf } from "../fonts/files";
import { bare, shown } from "../testing";

describe("words in lines", () => {
  it("end at the edge of a justified line with any kind of space", async () => {
    const line = (space: string) =>
      shown(
        `${bare}<p style="width: 90px; text-align: justify"><i>one</i>${space}<b>two</b> <i>three</i> <b>andonwards</b></p>`,
      );
    const [plain, kept] = [await line(" "), await line("&nbsp;")];
    for (const word of ["two", "three"]) expect(kept.at(word).x).toBeCloseTo(plain.at(word).x, 1);
    const wide = await shown(
      `${bare}<p style="word-spacing: 20px"><i>one</i>&nbsp;<b>two</b></p><p><i>uno</i>&nbsp;<b>dos</b></p>`,
    );
    expect(wide.at("two").x - wide.at("dos").x).toBeGreaterThan(19);
  });

  it("follow text-align-last in the last line and before a forced break", async () => {
    const { at } = await shown(
      `${bare}<style>p { width: 200px; margin: 0; text-align: justify }</style>
      <p>auto</p><p style="text-align-last: right">first<br>second</p>
      <p style="text-align-last: justify">spread wide</p><p style="text-align: center; text-align-last: start">begin</p>`,
    );
    expect(at("first").x).toBeGreaterThan(at("auto").x + 100);
    expect(at("second").x).toBeGreaterThan(at("auto").x + 100);
    expect(at("spread").x).toBeCloseTo(at("auto").x, 1);
    expect(at("wide").x).toBeGreaterThan(at("auto").x + 100);
    expect(at("begin").x).toBeCloseTo(at("auto").x, 1);
  });

  it("run from left to right for Arabic digits", () => {
    const face = faceFromFile(fileOf("symbols", false, false));
    const glyphs = (text: string) => face.shape(text).glyphs.map(({ codePoints }) => codePoints[0]);
    expect(glyphs("١٢٣ ")).toEqual([..."١٢٣ "].map((letter) => letter.codePointAt(0)));
    expect(glyphs("بن")).toEqual([..."نب"].map((letter) => letter.codePointAt(0)));
  });

  it("mirror brackets around Hebrew letters", async () => {
    const { words } = await shown(`${bare}<p dir="rtl">(מקור)</p><p>(plain)</p>`);
    // The PDF contains characters in visual order and with their visual shape. The opening bracket is on the left.
    expect(words.map(({ text }) => text)).toEqual(["(", "מקור", ")", "(plain)"]);
    const [left, word, right] = words;
    expect(left!.x).toBeLessThan(word!.x);
    expect(word!.x).toBeLessThan(right!.x);
  });

  it("end in an ellipsis only where they overflow", async () => {
    const { words, at, warnings } = await shown(
      `${bare}<style>p { width: 100px; overflow: hidden; text-overflow: ellipsis } .one { white-space: nowrap } .two { display: -webkit-box; -webkit-line-clamp: 2 }</style>
      <p class="one">A line that is far too long</p><p class="one">It fits</p><p>Unbreakableandmuchtoolong end</p>
      <p class="two">Some words that take three lines or more, or even four</p><p class="two">two<br>lines</p><p class="two">again<br></p><p>last</p>`,
    );
    expect(words.map(({ text }) => text)).toEqual([
      "A line that is far too\u2026",
      "It fits",
      "Unbreakableandmu\u2026",
      "end",
      "Some words that take",
      "three lines or more,\u2026",
      "two",
      "lines",
      "again",
      "last",
    ]);
    expect(at("last").y).toBeGreaterThan(at("again").y);
    expect(warnings).toEqual([]);
  });
});
