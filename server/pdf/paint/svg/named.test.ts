import { describe, expect, it } from "vitest";
import { bare, operators, shown } from "../../testing";

/** Returns the operators of all pages and forms in a PDF. */
const drawn = async (svg: string) => {
  const { file, warnings } = await shown(
    `${bare}<svg width="100" height="60" style="display: block">${svg}</svg>`,
  );
  expect(warnings).toEqual([]);
  return operators(file);
};
const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

describe("patterns", () => {
  it("fill a shape with the visible tiles", async () => {
    const page = await drawn(
      `<pattern id="p" width="10" height="10" patternUnits="userSpaceOnUse"><circle cx="5" cy="5" r="2" fill="red"/></pattern><rect x="5" width="30" height="20" fill="url(#p)"/>`,
    );
    expect(page).toMatch(/5 0 m\n35 0 l\n35 20 l\n5 20 l\nh\nW n/);
    expect(count(page, /1 0 0 1 \d+ \d+ cm\n0 0 m\n10 0 l/g)).toBe(8);
    expect(page).toMatch(/1 0 0 rg/);
  });

  it("use objectBoundingBox units by default and inherit by href", async () => {
    const page = await drawn(
      `<defs><pattern id="a" width="0.5" height="50%"><rect width="3" height="3" fill="blue"/></pattern><pattern id="b" href="#a" patternTransform="rotate(90)"/></defs>
      <rect x="20" y="10" width="40" height="20" fill="url(#a)"/><rect width="10" height="10" fill="url(#b)"/>`,
    );
    for (const place of ["20 10", "40 10", "20 20", "40 20"]) expect(page).toContain(`1 0 0 1 ${place} cm`);
    expect(page).toMatch(/0 1 -1 0 /);
  });

  it("support viewBox and patternContentUnits", async () => {
    const page = await drawn(
      `<pattern id="v" width="20" height="20" patternUnits="userSpaceOnUse" viewBox="0 0 5 5"><path d="M0 0h2v2z"/></pattern><rect width="20" height="20" fill="url(#v)"/>
      <pattern id="c" width="1" height="1" patternContentUnits="objectBoundingBox"><path d="M0 0h1v1z"/></pattern><rect width="30" height="40" fill="url(#c)"/>`,
    );
    expect(page).toMatch(/\b4 0 0 4 0 0 cm/);
    expect(page).toMatch(/\b30 0 0 40 0 0 cm/);
  });

  it("draw nothing where they are empty, circular or too small", async () => {
    const page = await drawn(
      `<pattern id="e" width="5" height="5"/><rect width="9" height="9" fill="url(#e)"/><pattern id="n" width="1" height="1"><rect width="9" height="9" fill="url(#n)"/></pattern><rect width="9" height="9" fill="url(#n)"/>
      <pattern id="s" width="0.0001" height="0.0001"><path d="M0 0h1v1z"/></pattern><rect width="9" height="9" fill="url(#s)"/><rect width="9" height="9" fill="url(#s) red"/>`,
    );
    expect(count(page, / re\nf/g)).toBe(0);
    expect(page).toMatch(/1 0 0 rg/);
  });
});

it("patterns in strokes and text are left out with a warning", async () => {
  const { warnings } = await shown(
    `${bare}<svg width="100" height="60"><pattern id="p" width="5" height="5" patternUnits="userSpaceOnUse"><path d="M0 0h1v1z"/></pattern>
    <path d="M0 0h9" stroke="url(#p)"/><text y="20" fill="url(#p)">words</text><rect width="9" height="9" fill="url(#p)"/></svg>`,
  );
  expect(warnings).toEqual(["pattern in a line of svg is left out", "pattern in text of svg is left out"]);
});

describe("markers", () => {
  const arrow = `<marker id="m" markerWidth="4" markerHeight="4" refX="2" refY="2" orient="auto"><path d="M0 0L4 2L0 4z" fill="red"/></marker>`;

  it("stand at the vertices of a line with its direction and stroke width", async () => {
    const page = await drawn(
      `${arrow}<polyline points="0,0 10,0 10,10" fill="none" stroke="#000" stroke-width="3" marker-start="url(#m)" marker-mid="url(#m)" marker-end="url(#m)"/>`,
    );
    expect(page).toMatch(/\b3 0 0 3 0 0 cm/);
    expect(page).toMatch(/2.12132 2.12132 -2.12132 2.12132 10 0 cm/);
    expect(page).toMatch(/\b0 3 -3 0 10 10 cm/);
    expect(count(page, /1 0 0 1 -2 -2 cm/g)).toBe(3);
  });

  it("are reversed at the start by auto-start-reverse and follow curves", async () => {
    const page = await drawn(
      `${arrow.replace("auto", "auto-start-reverse").replace("<marker", '<marker markerUnits="userSpaceOnUse" viewBox="0 0 8 8"')}<path d="M0 0C0 10 0 10 10 10" stroke="#000" fill="none" style="marker: url(#m)"/>`,
    );
    // The marker at the vertical segment is rotated. The marker at the horizontal segment is not rotated.
    expect(page).toMatch(/\b0 -1 1 0 0 0 cm/);
    expect(page).toMatch(/1 0 0 1 10 10 cm/);
    expect(page).toMatch(/0.5 0 0 0.5 0 0 cm/);
  });

  it("apply to lines only and ignore unknown ids", async () => {
    const page = await drawn(
      `${arrow}<rect width="9" height="9" marker-end="url(#m)"/><line x2="9" stroke="#000" marker-end="url(#no)"/><path d="" marker-end="url(#m)"/>`,
    );
    expect(page).not.toMatch(/1 0 0 rg/);
  });
});

it("markers accept angles of any unit", async () => {
  for (const angle of ["90", "90deg", "0.25turn", "100grad"]) {
    const page = await drawn(
      `<marker id="m" orient="${angle}" markerUnits="userSpaceOnUse"><path d="M0 0h1v1z"/></marker><line x2="9" stroke="#000" marker-end="url(#m)"/>`,
    );
    expect(page).toMatch(/\b0 1 -1 0 9 0 cm/);
  }
});

describe("repeated content", () => {
  const long = (segments: number) => `<path d="M0 0${"l1 1".repeat(segments)}" stroke="red"/>`;
  const tiles = (inner: string) =>
    drawn(
      `<pattern id="p" width="2" height="1" patternUnits="userSpaceOnUse">${inner}</pattern><rect width="100" height="60" fill="url(#p)"/>`,
    );
  const markers = (inner: string) =>
    drawn(
      `<marker id="m">${inner}</marker><path d="M0 0${"l1 1".repeat(900)}" fill="none" marker-mid="url(#m)"/>`,
    );

  it("is drawn in full where it is small", async () => {
    expect(count(await tiles(long(3)), / RG/g)).toBe(3_000);
    expect(count(await markers(long(3)), / RG/g)).toBe(899);
  });
});

describe("masks", () => {
  it("apply luminance within their bounds", async () => {
    const { file } = await shown(
      `${bare}<svg width="100" height="60"><mask id="k"><rect width="50" height="60" fill="white"/></mask><g mask="url(#k)"><rect x="10" y="20" width="40" height="20" fill="red"/></g></svg>`,
    );
    expect(file).toMatch(/\/SMask <<\n?\/Type \/Mask\n?\/S \/Luminosity/);
    expect(file).toMatch(/\/BBox \[6 18 54 42\]/);
  });

  it("apply alpha and objectBoundingBox units", async () => {
    const page = await shown(
      `${bare}<svg width="100" height="60"><mask id="k" mask-type="alpha" maskContentUnits="objectBoundingBox" maskUnits="userSpaceOnUse" x="1" y="2" width="30" height="40"><circle cx="0.5" cy="0.5" r="0.5"/></mask><rect width="40" height="20" mask="url(#k)"/></svg>`,
    );
    expect(page.file).toMatch(/\/S \/Alpha/);
    expect(page.file).toMatch(/\/BBox \[1 2 31 42\]/);
  });

  it("do not need the bounds of the element for userSpaceOnUse", async () => {
    const { file } = await shown(
      `${bare}<svg width="100" height="60"><mask id="k" maskUnits="userSpaceOnUse" x="0" y="0" width="50" height="60"><rect width="50" height="60" fill="white"/></mask><text y="20" mask="url(#k)">words</text></svg>`,
    );
    expect(file).toMatch(/\/BBox \[0 0 50 60\]/);
  });

  it.each([
    ["a switch", `<switch mask="url(#k)"><rect x="10" y="20" width="40" height="20"/></switch>`],
    [
      "a drawing",
      `<g mask="url(#k)"><svg x="10" y="20" width="40" height="20" viewBox="0 0 4 2"><rect width="4" height="2"/></svg></g>`,
    ],
    [
      "a symbol",
      `<symbol id="s" viewBox="0 0 4 2"><rect width="4" height="2"/></symbol><use href="#s" x="10" y="20" width="40" height="20" mask="url(#k)"/>`,
    ],
  ])("use the bounds of %s", async (_what, masked) => {
    const { file } = await shown(
      `${bare}<svg width="100" height="60"><mask id="k"><rect width="50" height="60" fill="white"/></mask>${masked}</svg>`,
    );
    expect(file).toMatch(/\/BBox \[6 18 54 42\]/);
  });

  it("are written once a file", async () => {
    const { file } = await shown(
      `${bare}<svg width="100" height="60"><linearGradient id="g"><stop stop-color="red"/><stop offset="1" stop-color="blue"/></linearGradient>
      <pattern id="p" width="10" height="10" patternUnits="userSpaceOnUse"><circle cx="5" cy="5" r="3" fill="none" stroke="url(#g)"/></pattern><rect width="100" height="60" fill="url(#p)"/></svg>`,
    );
    expect(count(operators(file), / gs\n/g)).toBe(60);
    expect(count(file, /\/SMask/g)).toBe(1);
  });

  it("end circular references and ignore unknown ids", async () => {
    const page = await drawn(
      `<mask id="a"><rect width="9" height="9" fill="white" mask="url(#b)"/></mask><mask id="b"><rect width="9" height="9" fill="white" mask="url(#a)"/></mask>
      <rect width="9" height="9" fill="red" mask="url(#a)"/><rect width="9" height="9" fill="blue" mask="url(#no)"/>`,
    );
    expect(page).toMatch(/1 0 0 rg/);
    expect(page).toMatch(/0 0 1 rg/);
  });
});

it("clip paths support objectBoundingBox units", async () => {
  const page = await drawn(
    `<clipPath id="c" clipPathUnits="objectBoundingBox"><rect width="0.5" height="1"/></clipPath><rect x="10" y="20" width="40" height="20" clip-path="url(#c)"/>`,
  );
  expect(page).toMatch(/10 20 m\n30 20 l\n30 40 l\n10 40 l\nh\nW n/);
});
