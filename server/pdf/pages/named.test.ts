import { inflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { bare, shown } from "../testing";

const sheet = `${bare}<style>@page { size: 400px 300px; margin: 40px; @top-left { content: counter(page) " of " counter(pages) } }
  @page wide { size: 600px 200px; margin: 20px 20px 20px 70px; @bottom-left { content: "wide" } }
  .wide { page: wide }</style>`;

const left = (words: { text: string; page: number }[]) => words.map(({ text, page }) => `${page} ${text}`);

describe("named pages", () => {
  it("begin where the name changes, with their own size, margins and page numbers", async () => {
    const { sizes, at, words, warnings } = await shown(
      `${sheet}<p>one</p><div class="wide">two</div><div class="wide">three</div><p>four</p>`,
    );
    expect(sizes).toEqual(["400x300", "600x200", "400x300"]);
    expect([at("one"), at("two"), at("three"), at("four")].map(({ page }) => page)).toEqual([1, 2, 2, 3]);
    expect([at("one").x, at("two").x, at("four").x]).toEqual([40, 70, 40]);
    expect(left(words).filter((text) => /of|wide/.test(text))).toEqual([
      "1 1 of 3",
      "2 2 of 3",
      "2 wide",
      "3 3 of 3",
    ]);
    expect(warnings).toEqual([]);
  });

  it("lay out content by their own width", async () => {
    const { at } = await shown(
      `${sheet}<p style="text-align: right">one</p><section class="wide"><p style="text-align: right">two</p></section>`,
    );
    expect(at("one").x).toBeLessThan(360);
    expect(at("two").x).toBeGreaterThan(550);
  });

  it("continue on as many pages as needed", async () => {
    const { at, sizes } = await shown(
      `${sheet}<p>one</p><div class="wide">${"<p>row</p>".repeat(20)}<p>last</p></div><p>end</p>`,
    );
    expect(sizes).toEqual(["400x300", "600x200", "600x200", "400x300"]);
    expect([at("last").page, at("end").page]).toEqual([3, 4]);
  });

  it("take the innermost name, which applies to all content", async () => {
    const { at, sizes } = await shown(
      `${sheet}<main style="page: wide; padding-top: 10px; border-top: 5px solid red"><div><p>one</p></div><div><div style="page: other"><p>two</p></div></div><p>three</p></main>`,
    );
    expect(sizes).toEqual(["600x200", "400x300", "600x200"]);
    // If a box is split, only its first part has the top border.
    expect(at("one").y - at("three").y).toBeCloseTo(15, 1);
    expect(at("two").y).toBeCloseTo(40 + 9, 0);
  });

  it("begin with the margin of their first content after one break", async () => {
    const { at, pages } = await shown(
      `${sheet}<style>body { margin: 8px } .wide { break-before: page; break-after: page }</style><p>one</p><div class="wide"><h1 style="margin: 15px 0; font: 10px Arial">two</h1></div><p>three</p>`,
    );
    expect([at("two").page, at("three").page, pages]).toEqual([2, 3, 3]);
    expect(at("two").y).toBeCloseTo(20 + 15 + 9, 0);
    expect(at("two").x).toBe(78);
    expect(at("three").y).toBeCloseTo(40 + 9, 0);
  });

  it("have no effect without names and where names cannot change", async () => {
    const { sizes, warnings } = await shown(
      `${sheet}<p>one</p><div style="display: flex"><p class="wide">two</p></div><span class="wide">three</span><p style="float: left" class="wide">four</p>`,
    );
    expect(sizes).toEqual(["400x300"]);
    expect(warnings).toEqual([]);
  });

  it("show fixed boxes and continue counters", async () => {
    const { words } = await shown(
      `${sheet}<style>@page { @top-left { content: none } } @page wide { @bottom-left { content: none } } ol { margin: 0; list-style-position: inside } body { counter-reset: c } b::before { counter-increment: c; content: counter(c) }</style>
      <i style="position: fixed; top: 50px">mark</i><b></b><ol><li>a</li><li class="wide">b</li><li>c</li></ol><b></b>`,
    );
    expect(left(words).sort()).toEqual(
      ["1 1", "1 1.\u00a0a", "1 mark", "2 2.\u00a0b", "2 mark", "3 2", "3 3.\u00a0c", "3 mark"].map((text) =>
        text.replace("\u00a0", " "),
      ),
    );
  });

  it("contain absolutely positioned boxes by the first page", async () => {
    const { at } = await shown(
      `${sheet}<p>one</p><div class="wide">two<i style="position: absolute; top: 60px">told</i><i style="position: absolute">still</i></div>`,
    );
    expect([at("told").page, at("still").page]).toEqual([1, 2]);
    const far = await shown(
      `${sheet}<p>one</p><div class="wide">two<i style="position: absolute; top: 280px; left: 0">far</i></div>`,
    );
    // The first page has 220 pixels of content height. The box is therefore 60 pixels below the top of the second page's
    // content.
    expect(far.at("far")).toMatchObject({ page: 2, x: 70 });
    expect(far.at("far").y).toBeCloseTo(20 + 60 + 9, 0);
  });

  it("have the size of the request", async () => {
    const { sizes } = await shown(`${sheet}<p>one</p><div class="wide">two</div>`, {
      options: { pageSize: "A4", orientation: "landscape" },
    });
    expect(sizes).toEqual(["1123x794", "1123x794"]);
  });

  it("link to each other with unique destinations", async () => {
    const places = async (name: string) => {
      const { file } = await shown(
        `${sheet}<main id="all"><a href="#all">up</a><h1 class="${name}">two</h1><a href="#all">to one</a></main>`,
      );
      return file.split("(all)").length;
    };
    expect(await places("wide")).toBe(await places("none"));
  });
});

describe("the first page", () => {
  const rows = (count: number) => Array.from({ length: count }, (_, at) => `<p>r${at + 1}</p>`).join("");
  const plain = `${bare}<style>p { height: 20px; line-height: 20px } @page { size: 400px 300px; margin: 40px }</style>`;

  it("supports margins of its own", async () => {
    const { at, pages } = await shown(`${plain}<style>@page :first { margin-top: 140px }</style>${rows(20)}`);
    // The content height is 120 pixels on the first page, and 220 pixels on other pages.
    expect([at("r6").page, at("r7").page, at("r17").page, at("r18").page, pages]).toEqual([1, 2, 2, 3, 3]);
    expect([at("r1").y, at("r7").y].map(Math.round)).toEqual([153, 53]);
  });

  it("supports a width of its own; later content is laid out again", async () => {
    const sized = `${plain}<style>@page :first { size: 300px 200px; margin: 0 }</style>`;
    const { at, sizes } = await shown(
      `${sized}<div style="padding: 10px 0; background: #eee">${rows(14)}<p style="text-align: right">end</p></div>`,
    );
    expect(sizes).toEqual(["300x200", "400x300"]);
    expect([at("r9").page, at("r10").page]).toEqual([1, 2]);
    expect([at("r1").x, at("r10").x, Math.round(at("r10").y)]).toEqual([0, 40, 53]);
    expect(at("end").x).toBeGreaterThan(330);
  });

  it("may end inside a paragraph that continues in the other width", async () => {
    const words = Array.from({ length: 60 }, (_, at) => `word${at}`);
    const {
      at,
      text,
      words: shownWords,
    } = await shown(
      `${bare}<style>@page { size: 400px 100px; margin: 10px } @page :first { margin: 10px 100px } p { text-indent: 20px; font-family: monospace }</style><p><b>${words.slice(0, 10).join(" ")}</b> ${words.slice(10, 20).join(" \n ")}<br>${words.slice(20, 30).join(" ")} <i>${words.slice(30).join(" ")}</i></p><p>end</p>`,
    );
    expect(text).toBe(`${words.join(" ")} end`);
    const second = shownWords.filter(({ page }) => page === 2);
    expect(second[0]!.x).toBe(10);
    expect(Math.max(...second.map(({ x }) => x))).toBeGreaterThan(250);
    expect(at("end").x).toBe(30);
  });

  it("may be a wide cover", async () => {
    const { at, sizes } = await shown(
      `${plain}<style>@page :first { margin: 0 } .cover { height: 100vh; width: 100vw; break-after: page; text-align: right }</style><div class="cover">cover</div>${rows(3)}`,
    );
    expect(sizes).toHaveLength(2);
    expect(at("cover").x).toBeGreaterThan(370);
    expect(at("r1")).toMatchObject({ page: 2, x: 40 });
  });

  it("keeps its width for content that cannot be cut", async () => {
    const { at, text } = await shown(
      `${plain}<style>@page :first { margin: 20px }</style><table>${Array.from({ length: 20 }, (_, row) => `<tr><td style="height: 20px">t${row}</td></tr>`).join("")}</table>`,
    );
    expect(text.split(" ")).toHaveLength(20);
    expect(at("t19").page).toBe(3);
  });

  it.each([
    ["a float", `<div style="float: left; width: 60px">${rows(14)}</div><p>beside</p>`, 16],
    ["a float in a line", `<p>in<span style="float: left; width: 60px">${rows(14)}</span> line</p>`, 17],
    [
      "an absolute box in a positioned one",
      `<div style="position: relative; height: 100px">here<div style="position: absolute; top: 20px">${rows(14)}</div></div>`,
      16,
    ],
    [
      "an absolute box that stands below its holder",
      `<div style="position: relative; height: 100px">here<b><i style="position: absolute; top: 250px">r14</i></b></div>`,
      3,
    ],
    ["what overflows its block", `<div style="height: 50px">${rows(14)}</div><p>after</p>`, 16],
    ["what overflows the last block", `<div style="height: 50px">${rows(14)}</div>`, 15],
    ["a block in a line", `<p>in <span style="display: inline-block">${rows(14)}</span> line</p>`, 17],
  ])("loses no content that crosses its end: %s", async (_what, over, words) => {
    const sized = `${plain}<style>@page :first { size: 300px 200px; margin: 0 }</style>`;
    const { text } = await shown(`${sized}${over}<p style="break-before: page">end</p>`);
    const found = text.split(" ");
    expect(found).toContain("r14");
    expect(found).toContain("end");
    expect(found).toHaveLength(words);
  });

  it("passes out-of-flow content on to the next page", async () => {
    const { at, text } = await shown(
      `${plain}<style>@page :first { size: 300px 200px; margin: 0 }</style>${rows(12)}<div><p style="float: right">float</p><div style="position: relative">r13<i style="position: absolute; right: 0; top: 30px">told</i></div></div>`,
    );
    expect(at("float").x).toBeGreaterThan(330);
    expect(at("told").x).toBeGreaterThan(330);
    expect([at("float").page, at("told").page]).toEqual([2, 2]);
    expect(text.split(" ")).toHaveLength(15);
  });

  it("has the width of the others with mirrored margins", async () => {
    const { at } = await shown(
      `${bare}<style>@page { size: A4 } @page :right { margin: 0 12mm 0 8mm } @page :left { margin: 0 8mm 0 12mm } section { height: 600mm; border-left: 1px solid red } p { margin-top: 400mm }</style><section style="position: relative">one<i style="position: absolute; top: 310mm">two</i></section>`,
    );
    expect([at("one").page, at("two").page]).toEqual([1, 2]);
    expect(at("two").y).toBeCloseTo((13 / 25.4) * 96 + 9, 0);
  });

  it("applies @page :first to named pages; a rule with a name is stronger", async () => {
    const { at } = await shown(
      `${plain}<style>@page a:first { margin-left: 90px } @page a { margin-left: 70px } @page :first { margin-left: 10px } div { page: a }</style><div><p>one</p><p style="break-before: page">two</p></div>`,
    );
    expect([at("one").x, at("two").x]).toEqual([90, 70]);
  });
});

it("left and right pages have margins of their own", async () => {
  const { words } = await shown(
    `${bare}<style>@page { size: 400px 300px } @page :left { margin: 50px 10px 0 80px } @page :right { margin: 0 70px 0 20px } @page chapter, :blank { margin: 0 } p + p { break-before: page }</style><p>one</p><p>two</p><p>three</p>`,
  );
  expect(words.map(({ x, y }) => `${x} ${Math.round(y)}`)).toEqual(["20 9", "80 59", "20 9"]);
});

it("the document background fills the page area, a page background the sheet", async () => {
  const { file } = await shown(
    `${bare}<style>@page { size: 400px 300px; margin: 30px 40px; background: yellow } @page plain { background: none } body { background: red } p { page: plain }</style>one<p>two</p>`,
  );
  const drawn = [...file.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)].flatMap(([, packed = ""]) => {
    try {
      return [inflateSync(Buffer.from(packed, "latin1")).toString("latin1")];
    } catch {
      return [];
    }
  });
  expect(drawn[0]).toMatch(/0 0 400 300 re\n1 1 0 rg\nf\n40 30 320 240 re\n1 0 0 rg\nf/);
  expect(drawn[1]).not.toMatch(/1 1 0 rg/);
  expect(drawn[1]).toMatch(/40 30 320 240 re\n1 0 0 rg\nf/);
});

it("wide content after a first page of its own scales the whole document", async () => {
  const sheet = `${bare}<style>@page { size: 400px 260px; margin: 30px } @page :first { margin: 0 } div { break-after: page }</style><div>one</div>`;
  const fits = await shown(`${sheet}<p style="width: 340px">two</p>`);
  const wide = await shown(`${sheet}<p style="width: 450px">two</p>`);
  expect([fits.at("one").size, fits.at("two").size]).toEqual([10, 10]);
  expect(wide.at("one").size).toBeCloseTo(10 / (450 / 340), 1);
  expect(wide.at("two").size).toBeCloseTo(10 / (450 / 340), 1);
});

it("unsupported page properties are listed in warnings", async () => {
  const { warnings } = await shown(
    `<style>@page { border: 1px solid red; padding: 0 } @page a:first { padding: 9px; background: linear-gradient(red, blue) } @page :nth(2) { margin: 0 } @page :blank { margin: 0 }</style>x`,
  );
  expect(warnings).toEqual([
    "border of @page is left out",
    "padding of @page a:first is left out",
    "background-image of @page a:first is left out",
    "@page :nth(2) is left out",
  ]);
});
