import { describe, expect, it } from "vitest";
import { bare, shown } from "./testing";

const square = `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='400' height='400'><rect width='400' height='400'/></svg>`;

describe("boxes", () => {
  it("draws no border of width 0", async () => {
    const { at } = await shown(
      `${bare}<style>* { border: 0 solid #e5e7eb } .styled { border-style: solid } .thick { border-width: 7px }</style>
      <p>none</p><p class="styled">still</p><p class="thick">thick</p>`,
    );
    expect(at("none").x).toBe(0);
    expect(at("still").x).toBe(0);
    expect(at("thick").x).toBeCloseTo(7, 1);
  });

  it("draws a border without a width as medium and supports inherit for a part", async () => {
    const { at } = await shown(
      `${bare}<div style="border: 5px solid red"><p style="border-style: solid">three</p><p style="border: 2px solid; border-color: inherit">two</p></div>`,
    );
    expect(at("three").x).toBeCloseTo(8, 1);
    expect(at("two").x).toBeCloseTo(7, 1);
  });

  it("centres header cells unless an ancestor sets text-align", async () => {
    const table = (style: string) => `<table style="width: 300px; ${style}"><tr><th>head</th></tr></table>`;
    const [free, told] = [await shown(bare + table("")), await shown(bare + table("text-align: left"))];
    expect(free.at("head").x).toBeGreaterThan(100);
    expect(told.at("head").x).toBeLessThan(10);
  });

  it("sizes cells by pictures with a percentage width", async () => {
    const { at } = await shown(
      `${bare}<style>table { border-collapse: collapse } td { padding: 0 } .wide img { max-width: 100% }</style>
      <table><tr><td><img src="${square}" style="width: 100%; max-width: 300px"></td><td>beside</td></tr></table>
      <table class="wide" style="width: 500px"><tr><td><img src="${square}"></td><td style="width: 250px">fitted</td></tr></table>
      <div style="display: flex"><div><img src="${square}" style="width: 100%"></div><p>flexed</p></div>`,
    );
    expect(at("beside").x).toBeCloseTo(300, 0);
    expect(at("fitted").x).toBeCloseTo(250, 0);
    expect(at("flexed").x).toBeCloseTo(400, 0);
  });

  it("offsets relatively positioned boxes alone", async () => {
    const { at } = await shown(
      `${bare}<style>p { max-width: 300px }</style><p>first</p><p style="position: relative; top: 7px; left: 30px">moved</p><p>after</p>
      <p>in <span style="position: relative; top: -3px; right: 5px">line</span> end</p>
      <div style="width: 200px"><p style="position: relative; left: 50%">half</p></div>
      <p style="position: sticky; top: 9px">sticky</p><p>last</p>`,
    );
    const step = (at("after").y - at("first").y) / 2;
    expect(at("moved").x).toBeCloseTo(30, 1);
    expect(at("moved").y).toBeCloseTo(at("first").y + step + 7, 1);
    expect(at("line").y).toBeCloseTo(at("in").y - 3, 1);
    expect(at("half").x).toBeCloseTo(100, 1);
    expect(at("last").y - at("sticky").y).toBeCloseTo(step, 1);
  });

  it("contains absolutely positioned boxes in tables, grids and flex lines", async () => {
    const { at } = await shown(
      `${bare}<div style="position: relative; width: 300px">
      <table style="border-spacing: 0"><tr><td>cell<b style="position: absolute; left: 250px; top: 4px">table</b></td></tr></table>
      <div style="display: grid; grid-template-columns: 1fr 1fr"><p>a<b style="position: absolute; left: 240px">grid</b></p><p>b</p></div>
      <div style="display: flex; flex-wrap: wrap"><p style="width: 90%">c</p><p style="width: 90%">d<b style="position: absolute; left: 230px">flex</b></p></div></div>`,
    );
    expect(at("table").x).toBeCloseTo(250, 1);
    expect(at("grid").x).toBeCloseTo(240, 1);
    expect(at("grid").y).toBeCloseTo(at("a").y, 1);
    expect(at("flex").x).toBeCloseTo(230, 1);
    expect(at("flex").y).toBeCloseTo(at("d").y, 1);
  });

  it.each(['clear="all"', 'style="clear: both"'])("clears floats at <br %s>", async (clear) => {
    const { at } = await shown(
      `${bare}<div><p style="float: left; height: 60px">float</p><br ${clear}>below</div>`,
    );
    expect(at("below").x).toBe(0);
    expect(at("below").y - at("float").y).toBeCloseTo(60, 0);
  });

  it("supports max-content, min-content and fit-content", async () => {
    const { at } = await shown(
      `${bare}<style>div { display: flow-root; text-align: right }</style>
      <div style="width: fit-content">a<p style="width: 120px">fit</p></div>
      <div style="width: max-content"><p>b</p><p style="width: 700px">most</p></div>
      <div style="width: min-content"><p style="width: 70px">c</p>least least</div>
      <div style="display: flex; flex-direction: column"><p style="width: fit-content">column</p></div>`,
    );
    expect(at("a").x).toBeGreaterThan(100);
    expect(at("a").x).toBeLessThan(120);
    expect(at("b").x).toBeGreaterThan(680);
    expect(at("c").x).toBeLessThan(70);
    expect(at("column").x).toBeLessThan(10);
  });

  it("places a float beside earlier words where it fits, otherwise below", async () => {
    const { at } = await shown(
      `${bare}<style>div { width: 200px } b { float: right }</style><div>Total <b>12.00</b></div>
      <div style="clear: both">words words words words words <b style="width: 150px">below</b></div>`,
    );
    expect(at("12.00").y).toBeCloseTo(at("Total").y, 1);
    expect(at("12.00").x).toBeGreaterThan(160);
    expect(at("below").y).toBeGreaterThan(at("words words words words words").y + 5);
  });

  it("places grid items by alignment and removes empty auto-fit tracks", async () => {
    const { at } = await shown(
      `${bare}<style>div { display: grid; width: 400px }</style>
      <div style="grid-template-columns: 200px 200px; place-items: end"><p>a</p><p>b</p></div>
      <div style="grid-template-columns: repeat(auto-fit, minmax(90px, 1fr))"><p>c</p><p>d</p></div>
      <div style="grid-template-columns: repeat(auto-fill, minmax(90px, 1fr))"><p>e</p><p>f</p></div>
      <div style='grid-template: "h h" 30px "s m" / 100px 1fr'><p style="grid-area: m">main</p><p style="grid-area: h">head</p></div>`,
    );
    expect(at("a").x).toBeGreaterThan(190);
    expect(at("b").x).toBeGreaterThan(390);
    expect(at("d").x).toBeCloseTo(200, 0);
    expect(at("f").x).toBeCloseTo(100, 0);
    expect(at("main").x).toBeCloseTo(100, 0);
    expect(at("main").y - at("head").y).toBeCloseTo(30, 0);
  });

  it("applies orphans and widows", async () => {
    const { at } = await shown(
      `${bare}<div style="height: 1080px"></div><p style="orphans: 3; widows: 3">one<br>two<br>three<br>four<br>five</p>`,
    );
    expect([at("one").page, at("five").page]).toEqual([2, 2]);
  });

  it("shows the summary of closed details and the chosen option", async () => {
    const { text } = await shown(
      `<select><option>one<option selected>two</select><details><summary>more</summary>hidden</details><details open><summary>less</summary>seen</details>
      <p><font size="+1">big</font><style media="screen">p { display: none }</style><style media="print and (min-width: 9999px)">p { display: none }</style>`,
    );
    expect(text).toBe("two more less seen big");
  });

  it("ignores content values that it does not support", async () => {
    const { text } = await shown(
      `<style>a::after { content: " (page " target-text(attr(href)) ")" } b::after { content: attr(title)"!" }</style><a href="#x">link</a> <b title="t">bold</b>`,
    );
    expect(text.replace(/\s+/g, " ")).toBe("link boldt!");
  });

  it("warns of unsupported properties", async () => {
    const { warnings } = await shown(
      `<style>a:hover { outline: 1px solid } a { outline: 2px solid red; outline: 0 } li::marker { color: red }
      p { box-shadow: inset 0 0 0 9999px red; } i { box-shadow: inset 0 1px 2px red; background: conic-gradient(red, blue) } ::-webkit-scrollbar { width: 0 }</style><p>x`,
    );
    expect(warnings).toEqual([
      "li::marker is left out",
      "box-shadow of i is left out",
      "background-image of i is left out",
    ]);
  });

  it("warns of unsupported properties in style attributes", async () => {
    const { warnings } = await shown(
      `<style>:root, :host { color: black } h1 { column-rule: 1px solid } p { color: lab(50% 0 0); grid-template-columns: [full] 1fr }</style>
      <p style="filter: blur(2px); color: red">x</p><p style="filter: blur(9px)">y</p>`,
    );
    expect(warnings).toEqual([
      "column-rule of h1 is left out",
      "color of p is left out",
      "grid-template-columns of p is left out",
      "filter of <p style> is left out",
    ]);
  });

  it("supports old attributes of rules and lists", async () => {
    const { at, text } = await shown(
      `${bare}<style>hr { margin: 0 } ol { margin: 0 }</style><hr size="1"><p>thin</p><hr size="20" color="red"><p>thick</p>
      <ol type="a"><li>first</li><li type="I">second</li></ol><ul type="square"><li>third</li></ul>`,
    );
    expect(at("thin").y).toBeLessThan(11);
    expect(at("thick").y - at("thin").y).toBeCloseTo(31, 0);
    expect(text).toMatch(/a\. ?first II\. ?second/);
  });
});
