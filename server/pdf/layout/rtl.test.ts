import { describe, expect, it } from "vitest";
import { bare, shown } from "../testing";

/** Text with 10px Arial. Letters and digits run from left to right, so that their position shows the side of their box. */
const rtl = `${bare}<style>div { direction: rtl; width: 300px } ul, ol { margin: 0 }</style>`;

describe("direction: rtl", () => {
  it("places the columns of a grid from the right", async () => {
    const { at } = await shown(
      `${rtl}<style>p { width: 40px; text-align: left }</style><div style="display: grid; grid-template-columns: 100px 60px 80px; column-gap: 10px"><p>a</p><p>b</p><p>c</p>
      <p style="grid-column: 1 / 3; width: auto">d</p></div>
      <div style="display: grid; grid-template-columns: 1fr 1fr; justify-items: end"><p>e</p><p style="justify-self: center">f</p></div>
      <div style="display: grid; grid-template-columns: 50px 50px; justify-content: end"><p>g</p><p>h</p></div>
      <div style="display: grid; grid-template-columns: 50px 50px; justify-content: left"><p style="justify-self: left">i</p><p style="margin-right: 5px">j</p></div>`,
    );
    const x = (text: string) => at(text).x;
    for (const [text, left] of [
      ["a", 260],
      ["b", 150],
      ["c", 80],
      ["d", 130],
      ["e", 150],
      ["f", 55],
      ["g", 60],
      ["h", 10],
      ["i", 50],
      ["j", 5],
    ] as const)
      expect([text, Math.round(x(text))]).toEqual([text, left]);
  });

  it("keeps a grid that is wider than its box on the page", async () => {
    const { at } = await shown(
      `${rtl}<div style="display: grid; width: 100px; grid-template-columns: 90px 90px"><p>a</p><p>b</p></div>`,
    );
    expect(at("b").x).toBeGreaterThan(80);
    expect(at("a").x).toBeGreaterThan(170);
  });

  it("fills columns from the right", async () => {
    const { at } = await shown(
      `${rtl}<div style="columns: 3; column-gap: 30px; text-align: left"><p>a</p><p>b</p><p>c</p></div>`,
    );
    expect(["a", "b", "c"].map((text) => Math.round(at(text).x))).toEqual([220, 110, 0]);
    expect(at("c").y).toBe(at("a").y);
  });

  it("places flex items from the right", async () => {
    const { at } = await shown(
      `${rtl}<style>p { width: 40px; text-align: left }</style><div style="display: flex; gap: 10px"><p>a</p><p>b</p></div>
      <div style="display: flex; flex-direction: column"><p>c</p><p style="align-self: end">d</p><p style="align-self: center">e</p></div>
      <div style="display: flex; justify-content: right"><p>f</p></div><div style="display: flex; justify-content: left"><p>g</p></div>
      <div style="display: flex; flex-wrap: wrap"><p style="width: 200px">h</p><p style="width: 200px">i</p></div>`,
    );
    expect(
      ["a", "b", "c", "d", "e", "f", "g", "h", "i"].map((text) => [text, Math.round(at(text).x)]),
    ).toEqual([
      ["a", 260],
      ["b", 210],
      ["c", 260],
      ["d", 0],
      ["e", 130],
      ["f", 260],
      ["g", 0],
      ["h", 100],
      ["i", 100],
    ]);
  });

  it("draws list markers and the columns of tables from the right", async () => {
    const { words, at } = await shown(
      `${rtl}<div><ol><li>a</li></ol><table style="border-spacing: 0"><tr><td>b</td><td>c</td></tr></table></div>`,
    );
    expect(at("a").x).toBeCloseTo(300 - 40 - 5.56, 0);
    expect(words.find(({ text }) => /1/.test(text))!.x).toBeGreaterThan(260);
    expect(at("b").x).toBeGreaterThan(at("c").x);
  });
});
