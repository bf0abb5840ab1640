import { describe, expect, it } from "vitest";
import { bare, shown } from "../testing";

const page = `${bare}<style>@page { size: 420px 300px } h1 { margin: 20px 0; font: 10px Arial }</style>`;

describe("forced page breaks", () => {
  it("keep the margin above the next block", async () => {
    const { at } = await shown(
      `${page}<style>.inv { break-after: page }</style><div class="inv"><h1>one</h1></div><div class="inv"><h1>two</h1></div>
      <div style="padding-top: 10px"><h1>three</h1></div><p style="break-before: page">four</p>`,
    );
    expect([at("one").page, at("two").page, at("three").page, at("four").page]).toEqual([1, 2, 3, 4]);
    expect(at("two").y).toBeCloseTo(at("one").y, 1);
    expect(at("three").y).toBeCloseTo(at("one").y + 10, 1);
    expect(at("four").y).toBeCloseTo(at("one").y - 20, 1);
  });

  it("go to the next page after a large margin", async () => {
    const { at } = await shown(
      `${page}<div style="height: 290px; margin-bottom: 30px">one</div><h1 style="break-before: page; margin-top: 5px">two</h1>`,
    );
    expect(at("two").page).toBe(2);
    expect(at("two").y).toBeLessThan(20);
  });

  it("do not leave an empty first page before out-of-flow content", async () => {
    const sections = `<style>.s { break-before: page } body { margin: 8px }</style><div class="s">one</div><div class="s">two</div>`;
    for (const mark of [
      "",
      `<i style="position: fixed; top: 90px">mark</i>`,
      `<div style="position: fixed; top: 90px">mark</div>`,
      `<div style="position: absolute; top: 90px">mark</div>`,
    ]) {
      const { at, pages } = await shown(page + mark + sections);
      expect([at("one").page, at("two").page, pages]).toEqual([1, 2, 2]);
      if (mark) expect(at("mark").page).toBe(1);
    }
  });

  it("do not push boxes with an offset from the top", async () => {
    const { at } = await shown(
      `${page}<div style="position: relative"><i style="position: absolute; top: 50px">top</i><i style="position: absolute; bottom: 0">bottom</i>
      <p>one</p><p style="break-before: page">two</p></div><i style="position: absolute; top: 70px">mark</i>`,
    );
    expect([at("top").page, at("bottom").page, at("mark").page]).toEqual([1, 2, 1]);
    expect(at("mark").y - at("top").y).toBeCloseTo(20, 1);
    expect(at("bottom").y).toBeCloseTo(at("two").y, 0);
  });

  it("apply before a flex row with a break inside", async () => {
    const { at, pages } = await shown(
      `${page}<p>one</p><div style="padding-top: 10px"><h1 style="break-before: page">two</h1></div>
      <div style="display: flex"><div><p style="break-before: page">three</p></div></div>`,
    );
    expect([at("two").page, at("three").page, pages]).toEqual([2, 3, 3]);
  });

  it("apply before a table row with a break in its cells, and inside cells", async () => {
    const { at, pages } = await shown(
      `${page}<table><thead><tr><th>head</th></tr></thead><tr><td>one</td></tr><tr><td><h1 style="page-break-before: always">two</h1></td></tr>
      <tr><td>three<p style="break-before: page">four</p></td></tr></table>`,
    );
    expect([at("one").page, at("two").page, at("three").page, at("four").page, pages]).toEqual([
      1, 2, 2, 3, 3,
    ]);
    expect(at("two").y).toBeGreaterThan(at("one").y);
  });

  it("apply before a grid row, with items that span rows", async () => {
    const { at, pages } = await shown(
      `${page}<p>before</p><div style="display: grid; grid-template-columns: 50px 50px"><p style="grid-row: span 2">one</p><p>two</p><p>three</p>
      <p>four</p><p style="break-before: page">five</p><p>six</p></div><p>after</p>`,
    );
    expect([at("one").page, at("three").page, at("four").page, at("five").page, at("six").page]).toEqual([
      1, 1, 2, 2, 2,
    ]);
    expect(at("four").y).toBe(at("five").y);
    expect([at("after").page, pages]).toEqual([2, 2]);
    expect(at("after").y).toBeGreaterThan(at("six").y);
  });

  it("apply before multi-column content only in the first column", async () => {
    const columns = (first: string, later: string) =>
      shown(
        `${page}<p>before</p><div style="column-count: 2"><p style="${first}">one</p><p style="${later}">two</p></div>`,
      );
    expect((await columns("break-before: page", "")).at("one").page).toBe(2);
    expect((await columns("", "break-before: page")).at("one").page).toBe(1);
  });

  it("keep cleared blocks below floats", async () => {
    const { at } = await shown(
      `${page}<p>one</p><div style="float: left; height: 450px">float</div><div style="clear: both; break-before: page">two</div>
      <div style="height: 280px; margin-bottom: 30px"></div><p style="clear: both; break-before: page">three</p>`,
    );
    expect([at("one").page, at("two").page, at("three").page]).toEqual([1, 3, 4]);
    expect(at("two").y).toBeLessThan(20);
  });
});

it("fixed boxes appear in the margins of every page", async () => {
  const { words } = await shown(
    `${page}<style>@page { margin: 60px 20px } .h { position: fixed; top: -40px; left: 0 } .f { position: fixed; bottom: -40px; right: 0 }</style>
    <div class="h">head</div><div class="f">foot</div><p>one</p><p style="break-before: page">two</p>`,
  );
  expect(words.map(({ text, page: number }) => `${text} ${number}`).sort()).toEqual([
    "foot 1",
    "foot 2",
    "head 1",
    "head 2",
    "one 1",
    "two 2",
  ]);
  for (const { y } of words.filter(({ text }) => text === "head")) expect(Math.abs(y - 29)).toBeLessThan(2);
  for (const { y } of words.filter(({ text }) => text === "foot")) expect(Math.abs(y - 278)).toBeLessThan(2);
});

it("margins of children stay inside flex and grid items", async () => {
  const { at } = await shown(
    `${page}<div style="display: flex"><div><h1>one</h1></div></div><div style="display: grid"><div><h1>two</h1></div></div>
    <div style="display: flex; flex-direction: column"><div><h1>three</h1></div><div><h1>four</h1></div></div>`,
  );
  expect(at("one").y).toBeCloseTo(29, 0);
  expect(at("two").y - at("one").y).toBeCloseTo(51, 0);
  expect(at("four").y - at("three").y).toBeCloseTo(51, 0);
});
