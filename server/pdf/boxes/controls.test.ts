import { describe, expect, it } from "vitest";
import { bare, shown } from "../testing";

describe("form controls", () => {
  it("have a width independent of their content", async () => {
    const after = async (control: string) =>
      (await shown(`${bare}<style>input, textarea { font: 10px Arial }</style>${control}after`)).at("after")
        .x;
    const [short, long] = [await after('<input value="a">'), await after('<input value="a longer one">')];
    expect(short).toBeCloseTo(long, 1);
    expect(short).toBeGreaterThan(125);
    expect(await after('<input size="5">')).toBeCloseTo(short - 90, 0);
    const box = await after('<input type="checkbox">');
    expect(await after('<input type="checkbox" size="30">')).toBe(box);
    expect(await after('<input type="submit" size="30" value="Go">')).toBeLessThan(40);
    expect(await after('<textarea cols="40"></textarea>')).toBeGreaterThan(245);
    expect(await after('<input type="submit" value="Go">')).toBeLessThan(40);
  });

  it("print values in black and placeholders in grey", async () => {
    const { text, at } = await shown(
      `${bare}<input type="password" value="abc"><input placeholder="Name"><textarea>two
lines</textarea><select><option>one<option selected>chosen</select><progress value="1">hidden</progress>`,
    );
    expect(text).toBe("••• Name two lines chosen");
    expect(at("lines").y).toBeGreaterThan(at("two").y + 10);
  });

  it("do not print the fallback text of progress bars and meters", async () => {
    const { text } = await shown(
      `${bare}<style>progress, meter { appearance: none }</style><progress value="1">text</progress><meter value="1"><b>bold</b> text</meter>after`,
    );
    expect(text).toBe("after");
  });

  it("keep the rows of a textarea", async () => {
    const { at } = await shown(
      `${bare}<textarea rows="6" style="font-size: 10px; display: block"></textarea>after`,
    );
    expect(at("after").y).toBeGreaterThan(70);
  });

  it("are drawn as pictures unless style sheets replace them", async () => {
    const { text, at, warnings } = await shown(
      `${bare}<style>.own { appearance: none; width: 50px; margin: 0 }</style><div><input type="checkbox" checked>a</div><div><input type="radio">b</div>
      <div><input type="checkbox" class="own">c</div><div><progress value="3" max="10"></progress>d</div><div><meter value=".5"></meter>e</div>`,
    );
    expect(text).toBe("a b c d e");
    expect(warnings).toEqual([]);
    expect(at("a").x).toBeCloseTo(20, 1);
    expect(at("b").x).toBeCloseTo(21, 1);
    expect(at("c").x).toBeGreaterThan(50);
    expect(at("d").x).toBeCloseTo(100, 1);
    expect(at("e").x).toBeCloseTo(50, 1);
  });
});
