import { describe, expect, it } from "vitest";
import { bare, shown } from "../testing";

const page = `${bare}<style>@page { size: 400px 200px; margin: 0 } table { border-spacing: 0; width: 400px } th, td { padding: 0; line-height: 20px; vertical-align: top }</style>`;
const picture = (height: number) =>
  `<img src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='10' height='${height}'/>" style="display: block">`;
const table = (body: string) =>
  `${page}<table><thead><tr><th>head</th><th>more</th></tr></thead><tfoot><tr><td>foot</td></tr></tfoot><tbody>${body}</tbody></table>`;
const lines = (count: number) => Array.from({ length: count }, (_, index) => `line${index}`).join("<br>");
const onPages = (words: { text: string; page: number }[], text: string) =>
  words.filter((word) => word.text === text).map((word) => word.page);

describe("header and footer of a table", () => {
  it("are repeated on every page of a row that is higher than a page", async () => {
    const { words, pages, at } = await shown(table(`<tr><td>${lines(20)}</td><td>beside</td></tr>`));
    // 200px hold the header, eight lines and the footer.
    expect(pages).toBe(3);
    expect([onPages(words, "head"), onPages(words, "foot")]).toEqual([
      [1, 2, 3],
      [1, 2, 3],
    ]);
    expect([at("line7").page, at("line8").page, at("line16").page]).toEqual([1, 2, 3]);
    expect(at("line8").y).toBeCloseTo(at("line0").y, 1);
    expect(words.filter(({ text, page: number }) => text === "foot" && number < 3).map(({ y }) => y)).toEqual(
      [1, 2].map(() => at("line7").y + 20),
    );
    expect(words.filter(({ text }) => text.startsWith("line"))).toHaveLength(20);
  });

  it("are repeated between rows of which one is higher than a page", async () => {
    const { words, pages, at } = await shown(
      table(`<tr><td>before</td></tr><tr><td style="vertical-align: middle">${lines(12)}</td></tr>
      <tr><td>after</td></tr>`),
    );
    expect(pages).toBe(2);
    expect([onPages(words, "head"), onPages(words, "foot")]).toEqual([
      [1, 2],
      [1, 2],
    ]);
    expect([at("line6").page, at("line7").page, at("after").page]).toEqual([1, 2, 2]);
    expect(at("after").y).toBeGreaterThan(at("line11").y + 10);
  });

  it("are repeated on every page of rows with content of blocks, columns and tables", async () => {
    const blocks = (name: string) =>
      Array.from({ length: 9 }, (_, index) => `<p style="margin: 10px 0">${name}${index}</p>`).join("");
    const { words, pages } = await shown(
      table(`<tr><td style="vertical-align: middle">middle</td><td>${blocks("a")}</td></tr><tr><td><div style="display: flex"><div>${blocks("b")}</div>
      <div>${blocks("c")}</div></div></td><td><table><thead><tr><th>inner</th></tr></thead><tr><td>${lines(12)}</td></tr></table></td></tr>`),
    );
    const all = Array.from({ length: pages }, (_, index) => index + 1);
    expect([onPages(words, "head"), onPages(words, "foot")]).toEqual([all, all]);
    expect(onPages(words, "inner")).toHaveLength(2);
    const [top, end] = [words.find(({ text }) => text === "head")!.y, 195];
    for (const { text, y } of words)
      if (!/^(head|more|foot)$/.test(text)) {
        expect(y).toBeGreaterThan(top + 10);
        expect(y).toBeLessThan(end - 10);
      }
    expect(words.filter(({ text }) => /^([abc]|line)\d/.test(text))).toHaveLength(9 * 3 + 12);
  });

  it("are repeated on every page of a cell that spans many rows", async () => {
    const rows = Array.from({ length: 20 }, (_, index) => `<tr><td>row${index}</td></tr>`).join("");
    const { words, pages, at } = await shown(
      table(rows.replace("<td>", '<td rowspan="20" style="vertical-align: bottom">group</td><td>')),
    );
    expect(pages).toBe(3);
    expect([onPages(words, "head"), onPages(words, "foot")]).toEqual([
      [1, 2, 3],
      [1, 2, 3],
    ]);
    expect([at("row7").page, at("row8").page, at("row16").page]).toEqual([1, 2, 3]);
    expect(words.filter(({ text }) => text.startsWith("row"))).toHaveLength(20);
  });

  it("are repeated on every page of a cell that is higher than the rows that it spans", async () => {
    const rows = `<tr><td rowspan="3">${lines(20)}</td><td>row0</td></tr><tr><td>row1</td></tr><tr><td>row2</td></tr>`;
    const { words, pages, at } = await shown(table(`${rows}<tr><td>after</td></tr>`));
    expect(pages).toBe(3);
    expect([onPages(words, "head"), onPages(words, "foot")]).toEqual([
      [1, 2, 3],
      [1, 2, 3],
    ]);
    expect([at("line7").page, at("line8").page, at("line16").page]).toEqual([1, 2, 3]);
    expect(at("after").y).toBeGreaterThan(at("line19").y + 10);
  });

  it("do not hide a part of a picture that is higher than a page", async () => {
    const { words, pages } = await shown(table(`<tr><td>${picture(450)}</td></tr><tr><td>after</td></tr>`));
    expect(pages).toBe(3);
    expect(onPages(words, "head")).toEqual([1]);
    expect([onPages(words, "after"), onPages(words, "foot")]).toEqual([[3], [3]]);
  });
});
