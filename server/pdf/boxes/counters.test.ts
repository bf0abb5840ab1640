import { describe, expect, it } from "vitest";
import { bare, shown } from "../testing";

const plain = `${bare}<style>ol { list-style: none; margin: 0; padding: 0 } h2 { font: 10px Arial; margin: 0 }</style>`;
/** Returns the generated numbers of a document, each with the text after it. */
const numbers = async (body: string) => (await shown(`${plain}${body}`)).text.replace(/\s+/g, " ");

describe("page numbers", () => {
  it("have the counter style of counter() and counters()", async () => {
    const { words } = await shown(
      `${plain}<style>@page { size: 400px 200px; margin: 40px; @top-left { content: counter(page, lower-roman) }
      @top-right { content: counter(pages, UPPER-ALPHA) "." counters(page, "-", decimal-leading-zero) } } .f { position: fixed; top: 0 } .f::before { content: "f" counter(page, upper-roman) }</style>
      <div class="f"></div>${"<h2 style='break-after: page'>x</h2>".repeat(2)}<h2>x</h2>`,
    );
    const heads = words.filter(({ text }) => text !== "x").map(({ text, page }) => `${page} ${text}`);
    expect(heads.sort()).toEqual([
      "1 C.01",
      "1 fI",
      "1 i",
      "2 C.02",
      "2 fII",
      "2 ii",
      "3 C.03",
      "3 fIII",
      "3 iii",
    ]);
  });
});

it("page numbers outside fixed and margin boxes are empty", async () => {
  const style = `<style>h2::before { content: "[" counter(page, lower-roman) "]" }</style>`;
  expect((await shown(`${plain}${style}<h2>a</h2>`)).text).toBe("[] a");
});

describe("counters", () => {
  it("that an increment creates end with the parent of their element", async () => {
    const section = "<section><h2>a</h2><h2>b</h2></section>";
    const style = `<style>h2 { counter-increment: n } h2::before { content: counter(n) } p::before { content: counter(n) }</style>`;
    expect(await numbers(`${style}${section}${section}<p>c</p>`)).toBe("1a 2b 1a 2b 0c");
  });

  it("that an increment of ::before creates end with its element", async () => {
    const style = `<style>h2::before { counter-increment: n; content: counter(n) } i::before { counter-increment: n; content: counters(n, ".") }</style>`;
    expect(await numbers(`${style}<h2>a <i>b</i></h2><h2>c</h2>`)).toBe("1a 2b 1c");
  });

  it("of siblings replace each other and do not nest", async () => {
    const style = `<style>h2 { counter-reset: n } p { counter-increment: n } p::before { content: counters(n, ".", upper-roman) }</style>`;
    expect(await numbers(`${style}<h2>a</h2><p>b</p><h2>c</h2><p>d</p><p>e</p>`)).toBe("a Ib c Id IIe");
  });

  it("of nested elements have all levels in counters(), each in the counter style", async () => {
    const style = `<style>ol { counter-reset: n } li { counter-increment: n } li::before { content: counters(n, ".", lower-alpha) }</style>`;
    expect(await numbers(`${style}<ol><li>x<ol><li>y</li><li>z</li></ol></li><li>w</li></ol>`)).toBe(
      "ax a.ay a.bz bw",
    );
  });

  it("of list items follow a reset and an increment in the style sheet", async () => {
    const items = (reset: string, increment: string) =>
      numbers(
        `<style>ol { ${reset} } li { ${increment} } li::before { content: counter(list-item) }</style><ol><li>a</li><li>b</li></ol>`,
      );
    expect(await items("", "")).toBe("1a 2b");
    expect(await items("counter-reset: list-item 4", "")).toBe("5a 6b");
    expect(await items("", "counter-increment: list-item 2")).toBe("2a 4b");
  });
});
