import { describe, expect, it } from "vitest";
import { bare, shown } from "../testing";

/** Expects a number that differs from `wanted` by less than one pixel. */
const near = (found: number, wanted: number) => {
  expect(Math.abs(found - wanted), `${found} instead of ${wanted}`).toBeLessThan(1);
};

describe("specified heights", () => {
  it("align the content of a cell", async () => {
    const { at } = await shown(
      `${bare}<style>table { border-spacing: 0 } td { padding: 0 20px }</style>
      <table><tr><td style="height: 100px; vertical-align: middle">styled</td><td height="100">hint</td>
      <td height="100" valign="top">top</td><td height="60" valign="bottom">bottom</td></tr></table>
      <div style="display: table-cell; height: 100px; vertical-align: middle">cell</div>`,
    );
    near(at("styled").y - at("top").y, 44.5);
    near(at("hint").y, at("styled").y);
    near(at("bottom").y - at("top").y, 89);
    near(at("cell").y, at("styled").y + 100);
  });

  it("apply to absolutely positioned content of a cell", async () => {
    const { at } = await shown(
      `${bare}<style>table { border-spacing: 0 } td { padding: 0; position: relative; vertical-align: middle } i { position: absolute }</style>
      <table><tr><td style="width: 90px; height: 50px">middle<i style="top: 0">label</i><i style="bottom: 0">low</i></td><td style="height: 100px">tall</td></tr></table>`,
    );
    near(at("middle").y, at("tall").y);
    near(at("low").y - at("label").y, 89);
    near(at("middle").y - at("label").y, 44.5);
  });

  it("stretch the rows of a grid or align them", async () => {
    const { at } = await shown(
      `${bare}<div style="display: grid; place-items: center; width: 80px; height: 80px">A</div>
      <div style="display: grid; grid-template-columns: 50px 50px; min-height: 100px"><i>b</i><i>c</i><i>d</i></div>
      <div style="display: flex; height: 60px"><div style="display: grid; align-items: end">e</div></div>
      <div style="display: grid; height: 90px; width: 90px; place-content: center"><i>f</i></div>
      <div style="display: grid; height: 90px; align-content: space-between"><i>g</i><i>h</i></div>`,
    );
    const first = at("A").y - 34.5;
    near(at("A").x, 36.5);
    near(first, 9.5);
    near(at("d").y - at("b").y, 50);
    near(at("e").y - first, 180 + 49);
    expect(at("f").x).toBeGreaterThan(40);
    near(at("f").y - first, 240 + 39.5);
    near(at("h").y - at("g").y, 79);
  });

  it("follow from aspect-ratio and give a width", async () => {
    const { at } = await shown(
      `${bare}<style>.sized { padding: 0 5px; box-sizing: border-box }</style>
      <div style="width: 80px; aspect-ratio: 1 / 1"></div><p>first</p><div class="sized" style="width: 80px; aspect-ratio: 2"></div><p>second</p>
      <div style="display: flex; align-items: start"><div style="height: 40px; aspect-ratio: 2 / 1"></div><p>third</p></div>
      <div style="width: 30px; aspect-ratio: 3; margin-bottom: 8px">one two three</div><p>fourth</p>
      <div style="display: grid; width: 200px; grid-template-columns: 1fr 1fr"><div style="aspect-ratio: 2"></div><p>fifth</p></div><p>last</p>`,
    );
    near(at("first").y, 80 + 9);
    near(at("second").y - at("first").y, 40 + 11);
    near(at("third").x, 80);
    near(at("fourth").y - at("third").y, 40 + 33 + 8);
    near(at("last").y - at("fifth").y, 50);
  });
});
