import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { startNameServer, type NameServer } from "@/server/testing/name-server";
import { createGuardedRequest } from "./guarded-fetch";
import { createNameLookup, type NameLookup } from "./name-lookup";

describe("the look-up of a name", () => {
  let server: NameServer;
  let folder: string;
  let files: { hostsFile: string; resolverFile: string };
  let names: NameLookup;
  beforeAll(async () => {
    server = await startNameServer();
    folder = await mkdtemp(path.join(tmpdir(), "names-"));
    const hostsFile = path.join(folder, "hosts");
    const resolverFile = path.join(folder, "resolv.conf");
    await writeFile(hostsFile, "# local\n192.0.2.9 listed.test Listed # here\n2001:db8::9\tlisted.test\n");
    await writeFile(resolverFile, "nameserver 127.0.0.1\nsearch first.test second.test\n");
    files = { hostsFile, resolverFile };
    names = createNameLookup({ servers: [server.address], limitMs: 60_000, ...files });
    server.addresses
      .set("both.test", ["2001:db8::1", "192.0.2.1"])
      .set("directory.second.test", ["192.0.2.2"])
      .set("text.test", [])
      .set("listed.test", ["192.0.2.3"]);
  });
  afterAll(async () => {
    await server.close();
    await rm(folder, { recursive: true });
  });
  const addresses = async (host: string) => (await names(host, "1")).map(({ address }) => address);

  it("returns IPv4 addresses first", async () => {
    expect(await names("both.test", "1")).toEqual([
      { address: "192.0.2.1", family: 4 },
      { address: "2001:db8::1", family: 6 },
    ]);
    expect(await addresses("BOTH.test.")).toEqual(["192.0.2.1", "2001:db8::1"]);
  });

  it("prefers the hosts file", async () => {
    expect(await addresses("LISTED.test")).toEqual(["192.0.2.9", "2001:db8::9"]);
    expect(await addresses("listed")).toEqual(["192.0.2.9"]);
  });

  it("answers for localhost without a name server", async () => {
    for (const host of ["localhost", "app.localhost", "LOCALHOST."])
      expect(await addresses(host)).toEqual(["127.0.0.1", "::1"]);
  });

  it("extends short names by the search list", async () => {
    expect(await addresses("directory")).toEqual(["192.0.2.2"]);
  });

  it.each(["nobody.test", "nobody", "text.test", "a..b", `${"x".repeat(64)}.test`])(
    "reports that there is no %s",
    (host) => expect(names(host, "1")).rejects.toMatchObject({ code: "ENOTFOUND", hostname: host }),
  );

  it("ends at its time limit and with its signal", async () => {
    const late = { code: "EAI_AGAIN" };
    let asked = 0;
    server.hears = () => (asked += 1);
    // c-ares itself ends after two attempts of two seconds for each full name.
    const over = new AbortController();
    const ended = names("a.silent.test", "1", over.signal);
    await vi.waitFor(() => expect(asked).toBeGreaterThan(0), { timeout: 15_000 });
    over.abort();
    await expect(ended).rejects.toMatchObject(late);
    const short = createNameLookup({ servers: [server.address], limitMs: 100, ...files });
    const before = asked;
    await expect(short("a.silent.test", "1")).rejects.toMatchObject(late);
    // Neither the second attempt nor the other full names were sent.
    expect(asked - before).toBeLessThanOrEqual(2);
  });
});

describe("starvation by silent name servers", () => {
  let server: NameServer;
  const provider = createServer((_request, response) => response.end("here"));
  beforeAll(async () => {
    server = await startNameServer();
    await new Promise<void>((resolve) => provider.listen(0, "127.0.0.1", resolve));
  });
  afterAll(async () => {
    provider.closeAllConnections();
    provider.close();
    await server.close();
  });

  it("60 exchanges of one organization with such names do not delay another organization", async () => {
    const { port } = provider.address() as AddressInfo;
    server.addresses.set("provider.test", ["127.0.0.1"]);
    const names = createNameLookup({ servers: [server.address] });
    const limits = { allowPrivate: true, timeoutMs: 4_000, maxBytes: 1_000, names };
    const request = createGuardedRequest(limits);
    const patient = createGuardedRequest({ ...limits, timeoutMs: 20_000 });
    let [asked, over] = [0, 0];
    server.hears = () => (asked += 1);
    const exchanges = Array.from({ length: 60 }, (_, at) =>
      request(`https://h${at}.silent.test/`, { by: "1" })
        .catch((error: Error) => error.message)
        .finally(() => (over += 1)),
    );
    await vi.waitFor(() => expect(asked).toBeGreaterThan(0), { timeout: 15_000 });
    const answer = await patient(`http://provider.test:${port}/`, { by: "2" });
    expect(answer.text).toBe("here");
    expect(over).toBe(0);
    expect(await Promise.all(exchanges)).toEqual(Array(60).fill("No answer within 4 seconds."));
    // A look-up that waits for its turn ends with its exchange, and the next one gets the turn.
    server.addresses.set("later.test", ["127.0.0.1"]);
    expect((await patient(`http://later.test:${port}/`, { by: "1" })).text).toBe("here");
  });
});
