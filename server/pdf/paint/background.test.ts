import { describe, expect, it } from "vitest";
import { bare, operators, shown } from "../testing";

const file = async (style: string, more = "") =>
  (await shown(`${bare}<div style="width: 200px; height: 100px; ${style}">${more}</div>`)).file;

/** Returns the colours, offsets and end points of the gradients in a PDF. */
const shadings = (text: string) =>
  [...text.matchAll(/<<\n\/ShadingType[\s\S]*?\nendobj/g)].map(([whole]) => ({
    grey: whole.includes("DeviceGray"),
    coords: /Coords \[([^\]]*)\]/.exec(whole)![1]!.split(" ").map(Number),
    bounds: (/Bounds \[([^\]]*)\]/.exec(whole)?.[1] ?? "").split(" ").filter(Boolean).map(Number),
    colours: [...whole.matchAll(/C([01]) \[([^\]]*)\]/g)].map(([, , colour]) => colour),
  }));

describe("outlines", () => {
  it("surround a box without taking space", async () => {
    const page = operators(await file("outline: 2px solid red; outline-offset: 3px; margin: 20px", "a"));
    expect(page).toMatch(/15 15 m\n225 15 l\n223 17 l\n17 17 l/);
    const line = operators(await file("", 'in <span style="outline: 1px solid #00f">a line</span>'));
    expect(line).toMatch(/0 0 1 rg/);
    expect((await shown(`${bare}<p style="outline: auto">a`)).at("a").x).toBe(0);
  });
});

describe("gradients", () => {
  it("have hard edges where two stops share a position", async () => {
    const [half] = shadings(await file("background: linear-gradient(90deg, red 50%, blue 50%)"));
    expect(half!.colours).toEqual(["1 0 0", "1 0 0", "0 0 1", "0 0 1"]);
    expect(half!.bounds).toEqual([0.5]);
    const [lengths] = shadings(await file("background: linear-gradient(90deg, red 0 50px, blue 50px 200px)"));
    expect(lengths!.bounds).toEqual([0.25]);
    expect(lengths!.coords).toEqual([-100, 0, 100, 0]);
  });

  it("with a prefix name their start and count angles from the right", async () => {
    const coords = async (gradient: string) =>
      shadings(await file(`background-image: ${gradient}`)).map((one) =>
        one.coords.map((value) => value + 0),
      );
    const down = await coords("linear-gradient(red, blue)");
    expect(down).toEqual([[0, -50, 0, 50]]);
    expect(await coords("-webkit-linear-gradient(top, red, blue)")).toEqual(down);
    expect(await coords("-webkit-linear-gradient(-90deg, red, blue)")).toEqual(down);
    expect(await coords("-webkit-linear-gradient(left, red, blue)")).toEqual([[-100, 0, 100, 0]]);
    expect(await coords("-webkit-linear-gradient(0deg, red, blue)")).toEqual([[-100, 0, 100, 0]]);
    expect(await coords("linear-gradient(top, red, blue)")).toEqual([]);
    expect(await coords("-webkit-linear-gradient(to top, red, blue)")).toEqual([]);
    // A template can have a declaration for each browser. The declaration with the unknown syntax is ignored.
    expect(
      await coords(
        "-webkit-linear-gradient(top, red, blue); background-image: linear-gradient(top, red, blue)",
      ),
    ).toEqual(down);
    expect(await coords("-webkit-radial-gradient(30% 20%, circle, red, blue)")).toEqual(
      await coords("radial-gradient(circle at 30% 20%, red, blue)"),
    );
    expect(await coords("linear-gradient(calc(45deg * 4), red, blue)")).toEqual(down);
  });

  it("mix colours at a hint with premultiplied alpha", async () => {
    const [colours, mask] = shadings(
      await file("background: linear-gradient(90deg, rgba(255, 0, 0, .25), 50%, rgba(0, 0, 255, .75))"),
    );
    // At the middle, blue has 0.75 of the opacity and therefore three quarters of the colour.
    expect(colours!.colours).toContain("0.25 0 0.75");
    expect(mask!.colours).toContain("0.5");
  });

  it("fade to transparent without turning black", async () => {
    const all = shadings(await file("background: linear-gradient(red, transparent)"));
    expect(all.map(({ grey, colours }) => ({ grey, colours }))).toEqual([
      { grey: false, colours: ["1 0 0", "1 0 0"] },
      { grey: true, colours: ["1", "0"] },
    ]);
  });

  it("support corners", async () => {
    const round = operators(
      await file("background: linear-gradient(red, blue); border-radius: 14px 14px 0 0"),
    );
    expect(round).toMatch(/14 0 m\n186 0 l\n[\d. ]+ c\n200 100 l\n0 100 l\n0 14 l\n[\d. ]+ c\nW n/);
  });

  it.each([
    "background: radial-gradient(circle at __proto__, red, blue)",
    "background: linear-gradient(red, red) no-repeat constructor toString / 50px 4px",
    "transform: rotate(3deg); transform-origin: constructor",
    "clip-path: circle(9px at constructor)",
  ])("an attack with names of an object's own properties does not stop the document: %s", async (style) => {
    expect(operators(await file(style))).not.toBe("");
  });

  it("repeat by background-size and background-position", async () => {
    const tiled = await file("background: linear-gradient(red 1px, transparent 1px) 0 0 / 100% 20px");
    expect(operators(tiled)).toMatch(/(q 1 0 0 1 0 \d+ cm \/X Do Q\n?){5}/);
    const once = operators(
      await file("background: linear-gradient(red, red) no-repeat right 10px center / 50px 4px"),
    );
    expect(once).toMatch(/140 48 50 4 re/);
  });

  it("support the size and position of radial gradients", async () => {
    const page = await file("background: radial-gradient(circle 40px at 30% 20%, red, blue)");
    expect(shadings(page)[0]!.coords).toEqual([0, 0, 0, 0, 0, 40]);
    expect(operators(page)).toMatch(/1 0 0 1 60 20 cm\n\/O1 sh/);
    expect(operators(await file("background: radial-gradient(closest-side, red, blue)"))).toMatch(
      /1 0 0 0.5 100 50 cm/,
    );
  });

  it("repeat by repeating-linear-gradient", async () => {
    const [stripes] = shadings(
      await file("background: repeating-linear-gradient(90deg, red 0 10px, blue 10px 20px)"),
    );
    expect(stripes!.bounds).toHaveLength(19);
    expect(stripes!.colours.slice(0, 6)).toEqual(["1 0 0", "1 0 0", "0 0 1", "0 0 1", "1 0 0", "1 0 0"]);
  });

  it("are layered, the first on top", async () => {
    const page = await file(
      "background: linear-gradient(red, red) 0 0 / 100% 10px no-repeat, linear-gradient(blue, blue) 5px 0 / 3px 100% no-repeat, #ccc",
    );
    expect(operators(page)).toMatch(/5 0 3 100 re[^]*0 0 200 10 re/);
  });

  it("with very fine stripes keep the file small", async () => {
    const fine = await file("background: repeating-linear-gradient(90deg, red 0 .01px, blue .01px .02px)");
    const dots = await file("background: radial-gradient(red, blue) 0 0 / .6px .6px");
    expect(fine.length).toBeLessThan(5_000);
    expect(dots.length).toBeLessThan(10_000);
  });
});
