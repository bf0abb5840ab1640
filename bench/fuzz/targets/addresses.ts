import { BlockList, isIP } from "node:net";
import { hostName } from "@/server/domain/domains/domains";
import { EmailAddress } from "@/server/kernel/fields";
import { passwordProblem } from "@/server/kernel/strings/password-policy";
import { redirectUriProblem } from "@/server/kernel/http/redirect-uri";
import { escapedWebAddress, webAddressProblem } from "@/server/kernel/http/web-address";
import { createOutboundCheck, isPublicAddress, isRefusedHost } from "@/server/ports/outbound";
import { check, type Target } from "./target";
import { parseUrl } from "@/server/kernel/http/parse-url";

/** Special-purpose addresses of IANA's registries as a BlockList of Node, independent of the library of the guard. */
const special = new BlockList();
for (const [first, bits] of [
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
    ["192.88.99.0", 24],
    ["192.168.0.0", 16],
  ] as const),
  ...([
    ["198.18.0.0", 15],
    ["198.51.100.0", 24],
    ["203.0.113.0", 24],
    ["224.0.0.0", 4],
    ["240.0.0.0", 4],
  ] as const),
] as const)
  special.addSubnet(first, bits, "ipv4");
const global = new BlockList();
global.addSubnet("2000::", 3, "ipv6");
for (const [first, bits] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const)
  special.addSubnet(first, bits, "ipv6");

/** Classifies an address independently of the product. */
function otherwisePublic(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return !special.check(mapped, "ipv4");
  if (isIP(address) === 4) return !special.check(address, "ipv4");
  const { hostname } = new URL(`http://[${address}]/`);
  const plain = hostname.slice(1, -1);
  const halves = /^::ffff:([0-9a-f]+):([0-9a-f]+)$/.exec(plain);
  if (halves) {
    const [high = 0, low = 0] = halves.slice(1).map((half) => Number.parseInt(half, 16));
    return !special.check([high >> 8, high & 255, low >> 8, low & 255].join("."), "ipv4");
  }
  return global.check(plain, "ipv6") && !special.check(plain, "ipv6");
}

const guard = createOutboundCheck({ allowPrivate: false });
const policy = { minLength: 12, refuseAddress: true, refuseCommon: true };

/** Addresses of hosts, pages, apps and users, and passwords. */
export const target: Target = {
  words: [
    "127.0.0.1",
    "0x7f",
    "0177",
    "2130706433",
    "::",
    "::ffff:",
    "64:ff9b::",
    "2002:7f00:1::",
    "2001:0:",
    "5efe:",
    "%25lo",
    "[",
    "]",
    "https://",
    "http://",
    "@",
    "\\",
    "///",
    ":443",
    "localhost",
    ".",
    "。",
    "１２７",
    "xn--",
    "javascript:",
    "ftp:",
    "com.example:/cb",
    "#",
    "?",
    "example.org",
    "10.0.0.1",
    "169.254.169.254",
    "fe80::1",
    "::1",
    "a@x.example",
    "<",
    '"',
  ],
  longest: 3_000,
  run: async (input) => {
    if (isPublicAddress(input)) check(otherwisePublic(input), `${input} is public`);
    if (isIP(input) !== 0)
      check(isRefusedHost(input, false) === !isPublicAddress(input), `${input} is judged alike`);
    if (webAddressProblem(input) === null) {
      const { hostname, username, password, protocol } = new URL(input);
      check(
        hostname !== "" && username === "" && password === "" && /^https?:$/.test(protocol),
        `${input} is one address`,
      );
      check(
        new URL(escapedWebAddress(input)).hostname === hostname,
        `${input} leads to the same host when escaped`,
      );
      check(!/["<>\s]/.test(escapedWebAddress(input)), `${input} ends no attribute`);
    }
    if (redirectUriProblem(input) === null)
      check(
        !/^(javascript|data|vbscript|file|ftp|blob):/i.test(new URL(input).protocol),
        `${input} is no redirect URI`,
      );
    const host = hostName(input);
    if (host !== null) check(new URL(`http://${host}/`).hostname === host, `${host} is a host`);
    const mail = EmailAddress.safeParse(input);
    if (mail.success)
      check(/^[^\s@<>",;:\\()[\]]+@[a-z0-9.-]+$/i.test(mail.data), `${mail.data} is one mailbox`);
    passwordProblem(policy, input, "ada@x.example", ["Acme"]);
    // Checks IP addresses only, because a host name would be resolved.
    const literal = parseUrl(input)?.hostname.replace(/^\[|\]$/g, "") ?? "";
    if (isIP(literal) !== 0 && (await guard(input, "1")) === null)
      check(otherwisePublic(literal), `${input} may be called`);
  },
};
