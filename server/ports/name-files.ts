import { readFile } from "node:fs/promises";
import { isIP } from "node:net";

/*
 * The local files of names: hosts(5), and the search list in resolv.conf(5). c-ares uses neither for a query.
 */

const HOSTS_FILE =
  process.platform === "win32"
    ? `${process.env["SystemRoot"] ?? "C:\\Windows"}\\System32\\drivers\\etc\\hosts`
    : "/etc/hosts";
const RESOLVER_FILE = "/etc/resolv.conf";
/** Maximum number of suffixes that are tried for one name, as in glibc before 2.26. */
const MOST_SUFFIXES = 6;

/** Returns the lines of a file without comments, as words. A missing file is empty. */
async function linesOf(file: string): Promise<string[][]> {
  const text = await readFile(file, "utf8").catch(() => "");
  return text.split("\n").map((line) =>
    line
      .replace(/[#;].*/, "")
      .split(/\s/)
      .filter(Boolean),
  );
}

/** Returns the addresses that the hosts file has for a name. */
export async function addressesInHosts(name: string, file = HOSTS_FILE): Promise<string[]> {
  const found = (await linesOf(file)).flatMap(([address = "", ...names]) =>
    isIP(address) !== 0 && names.some((one) => one.toLowerCase() === name) ? [address] : [],
  );
  return [...new Set(found)];
}

/** Returns the suffixes that the system tries for short names. The last line with suffixes counts. */
export async function searchList(file = RESOLVER_FILE): Promise<string[]> {
  const lists = (await linesOf(file)).filter(([word]) => word === "search" || word === "domain");
  const suffixes = lists.at(-1)?.slice(1) ?? [];
  return suffixes.filter((suffix) => suffix !== ".").slice(0, MOST_SUFFIXES);
}
