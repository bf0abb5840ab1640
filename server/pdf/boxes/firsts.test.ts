import { describe, expect, it } from "vitest";
import { bare, shown } from "../testing";

const long = Array.from({ length: 40 }, (_, at) => `w${at}`).join(" ");

describe("::first-letter", () => {
  it("styles the first letter with its punctuation", async () => {
    const { at, warnings } = await shown(
      `${bare}<style>p::first-letter { font-size: 30px }</style><p> <b>\u201cOnce</b> upon</p>`,
    );
    expect(at("\u201cO").size).toBe(30);
    expect(at("nce").size).toBe(10);
    expect(warnings).toEqual([]);
  });

  it("may float, as initials do", async () => {
    const { at, text } = await shown(
      `${bare}<style>p:first-letter { float: left; font-size: 40px; line-height: 40px; width: 50px }</style><p style="width: 150px">Once upon a time there was a text over many lines</p>`,
    );
    expect(at("O").size).toBe(40);
    expect(text.replaceAll(" ", "")).toBe("Onceuponatimetherewasatextovermanylines");
    const lines = (await shown(`${bare}<p style="width: 100px; margin-left: 50px">nce upon a time there was`))
      .words;
    expect(at(lines[0]!.text)).toMatchObject({ x: 50, page: 1 });
  });

  it("applies to the first block inside and neither to pictures nor to empty text", async () => {
    const { at } = await shown(
      `${bare}<style>.a::first-letter { font-size: 30px }</style><div class="a"><div></div><p>one</p></div><div class="a" style="display: flex">two</div>
      <div class="a"><svg width="5" height="5"></svg>three</div><p class="a"></p><span class="a">four</span>`,
    );
    expect([at("o").size, at("two").size, at("three").size, at("four").size]).toEqual([30, 10, 10, 10]);
  });
});

it.each(["<a id=x></a>one", "<a><b></b> </a>one", "<a id=x></a><b>one</b>"])(
  "::first-letter skips empty inline boxes: %s",
  async (inner) => {
    const { at } = await shown(`${bare}<style>p::first-letter { font-size: 30px }</style><p>${inner}</p>`);
    expect([at("o").size, at("ne").size]).toEqual([30, 10]);
  },
);

describe("::first-line", () => {
  it("styles the first line, which breaks by its own style", async () => {
    const { words } = await shown(
      `${bare}<style>p::first-line { font-size: 20px }</style><p style="width: 200px">${long} <b>end</b></p>`,
    );
    const first = words.filter(({ size }) => size === 20);
    expect(first.map(({ text }) => text).join(" ")).toBe("w0 w1 w2 w3 w4 w5");
    expect(new Set(first.map(({ y }) => y)).size).toBe(1);
    expect(words.map(({ text }) => text).join(" ")).toBe(`${long} end`);
  });

  it("supports capitals and small capitals and keeps declared values", async () => {
    const { text, at } = await shown(
      `${bare}<style>p::first-line { text-transform: uppercase; font-variant: small-caps; font-size: 20px }</style><p>one <i style="font-size: 15px">two</i><br>three</p>`,
    );
    expect(text).toBe("ONE TWO three");
    expect([at("ONE").size, at("TWO").size, at("three").size]).toEqual([20, 15, 10]);
    const small = await shown(
      `${bare}<style>p::first-line { font-variant: small-caps }</style><p>Old<br>Times</p>`,
    );
    expect(small.words.map(({ text: word, size }) => `${word} ${size}`)).toEqual([
      "O 10",
      "LD 8",
      "Times 10",
    ]);
  });

  it("supports blocks with one line and none", async () => {
    const { text } = await shown(
      `${bare}<style>p::first-line, div::first-line { color: red }</style><p>one</p><p></p><div><p>two</p></div>`,
    );
    expect(text).toBe("one two");
  });
});
