import { isIP } from "node:net";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createOutboundCheck, isPublicAddress, isRefusedHost } from "./outbound";

/*
 * Addresses of the server's own network, in every form in which an IPv4 address can be written or embedded in an IPv6 address.
 * The tests take private addresses from the tables of the registries, independently of the library that the guard uses.
 */

/** IANA's IPv4 Special-Purpose Address Registry (RFC 6890), as first address and prefix length, with multicast and class E. */
const specialIPv4: [string, number][] = [
  ...([
    ["0.0.0.0", 8],
    ["10.0.0.0", 8],
    ["100.64.0.0", 10],
    ["127.0.0.0", 8],
    ["169.254.0.0", 16],
  ] as const),
  ...([
    ["172.16.0.0", 12],
    ["192.0.0.0", 24],
    ["192.0.2.0", 24],
    ["192.31.196.0", 24],
  ] as const),
  ...([
    ["192.52.193.0", 24],
    ["192.88.99.0", 24],
    ["192.168.0.0", 16],
    ["192.175.48.0", 24],
  ] as const),
  ...([
    ["198.18.0.0", 15],
    ["198.51.100.0", 24],
    ["203.0.113.0", 24],
    ["224.0.0.0", 4],
    ["240.0.0.0", 4],
  ] as const),
].map(([first, bits]) => [first, bits]);

/** IANA's IPv6 Special-Purpose Address Registry within 2000::/3. Addresses outside of it are not global unicast. */
const specialIPv6 = ["2001::", "2001:1ff:ffff::", "2001:db8::1", "2002::1", "2620:4f:8000::1", "3fff:fff::1"];

const toNumber = (text: string) => text.split(".").reduce((sum, part) => sum * 256 + Number(part), 0);
const toText = (value: number) => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255).join(".");

const privateIPv4 = fc
  .constantFrom(...specialIPv4)
  .chain(([first, bits]) => fc.nat(2 ** (32 - bits) - 1).map((offset) => toNumber(first) + offset));
const isSpecial = (value: number) =>
  specialIPv4.some(
    ([first, bits]) => Math.floor(value / 2 ** (32 - bits)) === toNumber(first) / 2 ** (32 - bits),
  );
const publicIPv4 = fc.nat(2 ** 32 - 1).filter((value) => !isSpecial(value));

const hex = (value: number) => value.toString(16);
const halves = (value: number) => `${hex(value >>> 16)}:${hex(value & 0xffff)}`;

/** All forms in which an IPv6 address embeds an IPv4 address. `tail` is the IPv4 address as two groups or with dots. */
const embeddings: Record<string, (value: number, tail: string) => string> = {
  "IPv4-mapped": (_v, tail) => `::ffff:${tail}`,
  "IPv4-compatible": (_v, tail) => `::${tail}`,
  "IPv4-translated (RFC 6145)": (_v, tail) => `::ffff:0:${tail}`,
  "NAT64, well-known prefix": (_v, tail) => `64:ff9b::${tail}`,
  "NAT64, local prefix": (_v, tail) => `64:ff9b:1::${tail}`,
  "NAT64, local prefix, other groups": (_v, tail) => `64:ff9b:1:ffff:1:2:${tail}`,
  "6to4": (v) => `2002:${halves(v)}::1`,
  "Teredo server": (v) => `2001:0:${halves(v)}::1`,
  "Teredo client": (v) => `2001:0:4136:e378:8000:63bf:${halves(~v >>> 0)}`,
  "ISATAP, private interface": (_v, tail) => `2a00:1450:4001:81b:0:5efe:${tail}`,
  "ISATAP, universal interface": (_v, tail) => `2a00:1450:4001:81b:200:5efe:${tail}`,
  "link-local ISATAP": (_v, tail) => `fe80::5efe:${tail}`,
};

const spelledIPv4 = (value: number, form: number): string => {
  const parts = toText(value).split(".").map(Number);
  const [a = 0, b = 0, c = 0] = parts;
  return [
    parts.join("."),
    parts.map((part) => `0x${hex(part)}`).join("."),
    parts.map((part) => `0${part.toString(8)}`).join("."),
    String(value),
    `0x${hex(value)}`,
    `0${value.toString(8)}`,
    `${a}.${value & 0xffffff}`,
    `${a}.${b}.${value & 0xffff}`,
    `${a}.${b}.${c}.${value & 255}.`,
    [...parts.join(".")]
      .map((sign) => (sign === "." ? "。" : String.fromCharCode(sign.charCodeAt(0) + 0xfee0)))
      .join(""),
    parts.join("%2e"),
    [...parts.join(".")].map((sign) => `%${hex(sign.charCodeAt(0))}`).join(""),
  ][form]!;
};
const FORMS = 12;

/** Returns another spelling of the same IPv6 address: with leading zeros, without `::`, or in the other letter case. */
const spelledIPv6 = (text: string, form: number): string => {
  const canonical = new URL(`http://[${text}]/`).hostname.slice(1, -1);
  const [head = "", rest] = canonical.split("::");
  const left = head === "" ? [] : head.split(":");
  const right = rest === undefined || rest === "" ? [] : rest.split(":");
  const zeros = rest === undefined ? [] : Array<string>(8 - left.length - right.length).fill("0");
  const groups = [...left, ...zeros, ...right];
  return [
    text,
    canonical,
    groups.join(":"),
    groups
      .map((group) => group.padStart(4, "0"))
      .join(":")
      .toUpperCase(),
  ][form]!;
};

const refuses = async (host: string) =>
  (await createOutboundCheck({ allowPrivate: false })(`https://${host}/`, "1")) !== null;

describe("an attack by an address of the internal network", () => {
  it("any spelling of a private IPv4 address is refused", () =>
    fc.assert(
      fc.asyncProperty(privateIPv4, fc.nat(FORMS - 1), async (value, form) => {
        expect(await refuses(spelledIPv4(value, form)), spelledIPv4(value, form)).toBe(true);
      }),
      { numRuns: 1_000 },
    ));

  it("any spelling of a private IPv4 address in any embedding is refused", () =>
    fc.assert(
      fc.asyncProperty(
        privateIPv4,
        fc.constantFrom(...Object.keys(embeddings)),
        fc.boolean(),
        fc.nat(3),
        async (value, embedding, dotted, form) => {
          const host = spelledIPv6(
            embeddings[embedding]!(value, dotted ? toText(value) : halves(value)),
            form,
          );
          expect(isPublicAddress(host), `${embedding}: ${host}`).toBe(false);
          expect(isRefusedHost(`[${host}]`, false), `${embedding}: ${host}`).toBe(true);
          expect(await refuses(`[${host}]`), `${embedding}: ${host}`).toBe(true);
        },
      ),
      { numRuns: 2_000 },
    ));

  it.each([
    "[::127.0.0.1]",
    "[::7f00:1]",
    "[0:0:0:0:0:0:7f00:1]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[::]",
    "[::1]",
    "[64:ff9b::7f00:1]",
    "[64:ff9b::169.254.169.254]",
    "[2002:7f00:1::]",
    "[2002:a9fe:a9fe::1]",
    "[fec0::1]",
    "[2001:0:7f00:1::]",
    "[fe80::1]",
    "[fc00::1]",
    "[fd00:ec2::254]",
    "[ff02::1]",
    "[100::1]",
    "[5f00::1]",
    "[::ffff:0:127.0.0.1]",
    "[4000::1]",
    "[2a00::5efe:10.0.0.1]",
    "[2a00::200:5efe:192.168.0.1]",
    "127.1",
    "0177.0.0.1",
    "0x7f000001",
    "2130706433",
    "127.0.0.1.",
    "１２７.０.０.１",
    "①②⑦.⓪.⓪.①",
    "0",
    "localhost",
    "LOCALHOST.",
    "foo.localhost",
    "ⓛocalhost",
    "169.254.169.254",
    "255.255.255.255",
  ])("https://%s/ is refused", async (host) => expect(await refuses(host)).toBe(true));

  it.each([
    "fe80::1%lo",
    "fe80::1%25lo",
    "::1%1",
    "2a00:1450::1%eth0",
    "127.0.0.1%lo",
    "8.8.8.8%lo",
    "[::1]",
    "",
    "x",
  ])("%s, with a zone or not an address, is not public", (text) => expect(isPublicAddress(text)).toBe(false));
  it.each(["[fe80::1%25lo]", "[::1%25lo]", "[2a00::1%lo]"])(
    "https://%s/ is not a valid address",
    async (host) => expect(await refuses(host)).toBe(true),
  );

  it.each(specialIPv6)("%s, of a special-purpose range, is not public", (text) =>
    expect(isPublicAddress(text)).toBe(false),
  );

  it("no IPv6 address outside of 2000::/3 is public, unless it is an IPv4-mapped public one", () =>
    fc.assert(
      fc.property(fc.array(fc.nat(0xffff), { minLength: 8, maxLength: 8 }), (groups) => {
        const outside = [(groups[0]! & 0x1fff) | (groups[0]! & 0x2000 ? 0xc000 : 0x4000), ...groups.slice(1)];
        expect(isPublicAddress(outside.map(hex).join(":"))).toBe(false);
      }),
    ));

  it("public addresses stay allowed", () =>
    fc.assert(
      fc.property(publicIPv4, (value) => {
        expect(isPublicAddress(toText(value)), toText(value)).toBe(true);
        expect(isPublicAddress(`::ffff:${toText(value)}`)).toBe(true);
        expect(isPublicAddress(`2a00:1450:4001:81b:0:5efe:${halves(value)}`)).toBe(true);
        expect(isIP(toText(value))).toBe(4);
      }),
    ));
  it.each(["2a00:1450:4001:81b::200e", "2606:4700:4700::1111", "2001:4860:4860::8888", "2400:cb00::1"])(
    "%s is public",
    (text) => expect(isPublicAddress(text)).toBe(true),
  );
});
