import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { createLocator } from "./locate";

type Value = string | number | Value[] | { [key: string]: Value };

/** Encodes a value in MaxMind's format: a control byte with type and size, then the content. */
function encoded(value: Value): Buffer {
  const control = (type: number, size: number) =>
    type > 7 ? Buffer.from([size, type - 7]) : Buffer.from([(type << 5) | size]);
  if (typeof value === "number") return Buffer.concat([control(6, 4), uint32(value)]);
  if (typeof value === "string") return Buffer.concat([control(2, value.length), Buffer.from(value)]);
  if (Array.isArray(value)) return Buffer.concat([control(11, value.length), ...value.map(encoded)]);
  const entries = Object.entries(value);
  return Buffer.concat([control(7, entries.length), ...entries.flat().map((part) => encoded(part))]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** Creates a file in MaxMind's format with this record for every address: a tree with one node. */
function databaseOf(record: Value): Buffer {
  const separator = 16;
  const nodeCount = 1;
  const toRecord = uint32(nodeCount + separator).subarray(1);
  return Buffer.concat([
    toRecord,
    toRecord,
    Buffer.alloc(separator),
    encoded(record),
    Buffer.from("abcdef", "hex"),
    Buffer.from("MaxMind.com"),
    encoded({
      node_count: nodeCount,
      record_size: 24,
      ip_version: 4,
      database_type: "City of a test",
      binary_format_major_version: 2,
      binary_format_minor_version: 0,
      build_epoch: 0,
    }),
  ]);
}

describe("the location of an address", () => {
  const directory = mkdtempSync(path.join(os.tmpdir(), "castellan-locate-"));
  const anonymizers = path.join(directory, "anonymizers");
  writeFileSync(anonymizers, "# exits\n171.25.193.0/24\n\n2a0b:f4c0::/32 # v6\n::ffff:185.220.101.1\n");
  const { locate } = createLocator({ anonymizers });
  afterAll(() => rmSync(directory, { recursive: true }));

  it("contains countries, of IPv4 in any spelling and of IPv6", () => {
    const germany = { country: "DE", region: null, place: "Germany", anonymizer: false };
    expect(locate("193.99.144.80")).toEqual(germany);
    expect(locate("::ffff:193.99.144.80")).toEqual(germany);
    expect(locate("2a02:2e0:3fe:1001:302::")).toEqual(germany);
  });

  it("is empty for private and special addresses, and for invalid ones", () => {
    const nowhere = { country: null, region: null, place: null, anonymizer: null };
    for (const ip of [
      null,
      "",
      "text",
      "10.1.2.3",
      "127.0.0.1",
      "::1",
      "fe80::1",
      "192.0.2.1",
      "224.0.0.1",
      "0.0.0.0",
    ])
      expect(locate(ip), String(ip)).toEqual(nowhere);
  });

  it("contains the anonymizers of the list", () => {
    expect(locate("171.25.193.77").anonymizer).toBe(true);
    expect(locate("2a0b:f4c0:16c::1").anonymizer).toBe(true);
    expect(locate("185.220.101.1").anonymizer).toBe(true);
    expect(createLocator({}).locate("171.25.193.77").anonymizer).toBeNull();
  });

  it("contains regions if the file has them", () => {
    const city = path.join(directory, "city.mmdb");
    writeFileSync(
      city,
      databaseOf({
        country: { iso_code: "DE" },
        subdivisions: [{ names: { en: "Bavaria" } }],
        city: { names: { en: "Munich" } },
      }),
    );
    const { locate, locates } = createLocator({ database: city });
    expect(locate("193.99.144.80")).toMatchObject({
      country: "DE",
      region: "Bavaria",
      place: "Munich, Germany",
    });
    expect(locates).toEqual({ regions: true, anonymizers: false });
  });

  it("states which data is missing: the bundled file has only countries, and anonymizers need a list", () => {
    expect(createLocator({}).locates).toEqual({ regions: false, anonymizers: false });
    const countries = path.join(directory, "countries.mmdb");
    writeFileSync(countries, databaseOf({ country: { iso_code: "DE" } }));
    expect(createLocator({ database: countries }).locates.regions).toBe(false);

    const empty = path.join(directory, "empty");
    writeFileSync(empty, "# none yet\n");
    expect(createLocator({ anonymizers: empty }).locates.anonymizers).toBe(false);
    expect(createLocator({ anonymizers }).locates).toEqual({ regions: false, anonymizers: true });
  });

  it("reports the line that is neither an address nor a range", () => {
    writeFileSync(path.join(directory, "bad"), "10.0.0.0/8\nnonsense\n");
    expect(() => createLocator({ anonymizers: path.join(directory, "bad") })).toThrow(/line 2.*nonsense/);
  });
});
