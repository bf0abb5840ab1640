import { expect, it, vi } from "vitest";
import { layoutLines } from "../layout/lines";
import { bare, shown } from "../testing";

vi.mock("../layout/lines", { spy: true });

const layouts = (content: string) =>
  vi.mocked(layoutLines).mock.calls.filter(([{ style }]) => style.content === content).length;

it("equal margin boxes of many pages are laid out once for each kind of page", async () => {
  const { words } = await shown(
    `${bare}<style>@page { size: 400px 300px; margin: 50px; @top-left { content: "same" } @top-right { content: counter(page); height: 30px } } p + p { break-before: page }</style>${"<p>x</p>".repeat(20)}`,
  );
  expect(words.filter(({ text }) => text === "same")).toHaveLength(20);
  expect(layouts("counter(page)")).toBeGreaterThan(20);
  // There are three kinds of pages: first, left and right. For each kind, the box is laid out twice: once to measure its width,
  // and once to place its text.
  expect(layouts('"same"')).toBe(6);
});
