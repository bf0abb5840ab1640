import { describe, expect, it } from "vitest";
import { bare, shown } from "./testing";

describe("the cascade", () => {
  it("reads selectors whose names are escaped, as utility classes are", async () => {
    const { at } = await shown(
      `${bare}<style>.w-1\\/2 { padding-left: 50px } .p-2\\.5 { padding-left: 25px } .md\\:flex { padding-left: 70px } #\\31 a { padding-left: 90px }</style>
      <p class="w-1/2">half</p><p class="p-2.5">dot</p><p class="md:flex">colon</p><p id="1a">digit</p>`,
    );
    expect([at("half").x, at("dot").x, at("colon").x, at("digit").x].map(Math.round)).toEqual([
      50, 25, 70, 90,
    ]);
  });
});
