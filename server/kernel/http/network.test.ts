import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { networkOf, UNKNOWN_NETWORK } from "./network";

const group = fc.integer({ min: 0, max: 0xffff });
const hex = (groups: number[]) => groups.map((value) => value.toString(16)).join(":");

describe("the networks of an address", () => {
  it.each([
    ["192.0.2.1", "192.0.2.1", null],
    ["::ffff:192.0.2.1", "192.0.2.1", null],
    ["::ffff:c000:201", "192.0.2.1", null],
    ["0:0:0:0:0:FFFF:C000:0201", "192.0.2.1", null],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64", "2001:db8:1::/48"],
    ["2001:DB8:0001:0002::", "2001:db8:1:2::/64", "2001:db8:1::/48"],
    ["fe80::1%eth0", "fe80::/64", "fe80::/48"],
    ["::1", "::/64", "::/48"],
  ])("of %s have the keys %s and %s", (ip, client, site) => {
    expect(networkOf(ip)).toEqual({ client, site });
  });

  it.each([null, "", "a", "1", "0x7f000001", "127.1", "010.0.0.1", "1.2.3.4.5", ":::", "1".repeat(101)])(
    "of %j are the ones of all unknown addresses",
    (ip) => {
      expect(networkOf(ip)).toEqual(UNKNOWN_NETWORK);
    },
  );

  it("are equal for every address of a /64 in every spelling", () => {
    fc.assert(
      fc.property(
        fc.array(group, { minLength: 8, maxLength: 8 }),
        fc.array(group, { minLength: 4, maxLength: 4 }),
        (one, rest) => {
          fc.pre(one.slice(0, 4).some((value) => value !== 0));
          const other = [...one.slice(0, 4), ...rest];
          expect(networkOf(hex(one))).toEqual(networkOf(hex(other).toUpperCase()));
          expect(networkOf(hex(one)).site).toBe(networkOf(hex([...one.slice(0, 3), ...rest, 0])).site);
        },
      ),
    );
  });

  it("exist for every text, and a text that is not an address never has a counter of its own", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.ipV4(), fc.ipV6(), fc.ipV4Extended()), (text) => {
        const { client } = networkOf(text);
        expect(client === "unknown" || /^(\d+\.\d+\.\d+\.\d+|[0-9a-f:]+\/64)$/.test(client)).toBe(true);
      }),
    );
  });
});
