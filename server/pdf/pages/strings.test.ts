import { describe, expect, it } from "vitest";
import { bare, shown } from "../testing";

const page = (content: string) =>
  `${bare}<style>@page { size: 400px 300px; margin: 50px; @top-left { content: ${content} } } h1 { font: 10px Arial; margin: 20px 0; break-before: page } .h { string-set: title content() }</style>`;
const heads = (words: { text: string; page: number; y: number }[]) =>
  words.filter(({ y }) => y < 50).map(({ text, page: number }) => `${number} ${text}`);

describe("named strings", () => {
  it("have the value of the first element on the page or an earlier one", async () => {
    const { words, warnings } = await shown(
      `${page("string(title)")}<p class="h">one</p><p class="h">two</p><h1>none</h1><h1 class="h">
      three <b>words</b></h1>`,
    );
    expect(heads(words)).toEqual(["1 one", "2 two", "3 three words"]);
    expect(warnings).toEqual([]);
  });

  it.each([
    ["last", ["1 two", "2 two", "3 four", "4 four"]],
    ["first", ["1 one", "2 two", "3 three", "4 four"]],
    ["start", ["1 one", "2 two", "3 three", "4 four"]],
    ["first-except", ["2 two", "4 four"]],
  ])("support %s", async (which, expected) => {
    const { words } = await shown(
      `${page(`string(title, ${which})`)}<p class="h">one</p><p class="h">two</p><h1>a</h1><h1 class="h">three</h1><p class="h">four</p><h1>b</h1>`,
    );
    expect(heads(words)).toEqual(expected);
  });

  it("support start on a page that sets its own string further down", async () => {
    const { words } = await shown(
      `${page("string(title, start)")}<p class="h">one</p><h1>a</h1><p class="h">two</p>`,
    );
    expect(heads(words)).toEqual(["1 one", "2 one"]);
  });

  it("consist of text, attributes and counters", async () => {
    const { words } = await shown(
      `${page('"[" string(chapter) " " string(who) "] " counter(page)')}<style>h2 { font: 10px Arial; counter-increment: c; string-set: chapter "No. " counter(c) ": " content(text), who attr(title) }</style>
      <h2 title="Ann">First</h2><section style="break-before: page"><h2 title="Ben">Second</h2></section>`,
    );
    expect(heads(words)).toEqual(["1 [No. 1: First Ann] 1", "2 [No. 2: Second Ben] 2"]);
  });

  it("are set in lines, in tables and on named pages", async () => {
    const { words } = await shown(
      `${page("string(title)")}<style>@page wide { size: 600px 300px }</style><p>a <span class="h">one</span></p>
      <div style="page: wide"><table><tr><td class="h">two</td></tr></table></div><ul style="page: last"><li class="h">three</li></ul>`,
    );
    expect(heads(words)).toEqual(["1 one", "2 two", "3 three"]);
  });

  it("are set by pictures and by elements with display: contents", async () => {
    const { words } = await shown(
      `${page("string(title)")}<p>a <svg width="5" height="5" aria-label="one" style="string-set: title attr(aria-label)"></svg></p>
      <h1>b</h1><div class="h" style="display: contents"><p>two</p></div>`,
    );
    expect(heads(words)).toEqual(["1 one", "2 two"]);
  });

  it("are empty where none is set and outside margin boxes", async () => {
    const { text } = await shown(
      `${page('"x" string(none)')}<style>p::before { content: string(title) } i { string-set: title }</style><p class="h">one</p><i>two</i>`,
    );
    expect(text).toBe("x one two");
  });
});
