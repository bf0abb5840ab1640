import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sendTo } from "@/server/testing/hosts";
import { startTestServer, type TestServer } from "@/server/testing/server";
import { databaseKinds } from "@/server/testing/stores";
import { endsSoon } from "@/server/testing/work";
import { clientAddress } from "./facts";

/** Sends these bytes unchanged, and returns the status lines of all answers. */
const raw = (url: string, text: string) =>
  new Promise<string[]>((resolve, reject) => {
    const { hostname, port } = new URL(url);
    let answers = "";
    const socket = connect(Number(port), hostname, () => socket.write(text));
    const end = () => resolve([...answers.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => status!));
    socket.setTimeout(20_000, () => socket.destroy());
    socket.on("data", (part) => (answers += part.toString("latin1")));
    socket.on("error", reject);
    socket.on("close", end);
  });

describe.each(databaseKinds)("requests with false headers, on %s", (kind) => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer(kind)), 120_000);
  afterAll(() => server.close());

  it.each([
    ["Host", "http://evil.example", {}],
    ["X-Forwarded-Host", "", { "x-forwarded-host": "evil.example" }],
    ["Forwarded", "", { forwarded: "host=evil.example;proto=https" }],
    ["X-Forwarded-Proto and -Port", "", { "x-forwarded-proto": "gopher", "x-forwarded-port": "666" }],
    [
      "X-Original-URL and X-Rewrite-URL",
      "",
      { "x-original-url": "//evil.example/", "x-rewrite-url": "//evil.example/" },
    ],
  ] as [string, string, Record<string, string>][])(
    "password reset poisoning: the mail links to the configured address for any %s",
    async (_, host, headers) => {
      const { slug, tenantId } = server.seed.tenants[0];
      const email = `reset${Math.random().toString(36).slice(2)}@acme.example`;
      await server.container.stores
        .tenant(tenantId)
        .write((tx) => tx.users.insert({ email, name: "Reset", emailVerifiedAt: new Date() }));
      const answer = await sendTo(server.url, headers)(`${host || server.url}/recover/${slug}/ask`, {
        method: "POST",
        body: new URLSearchParams({ email }),
      });
      expect(answer.headers.get("location")).toBe(`${server.url}/recover/${slug}?sent=1`);
      await server.container.auth.settled();
      const [row] = await server.database.sql<{ data_sealed: string }[]>`
        select data_sealed from messages where recipient = ${email} and data_sealed is not null`;
      const data = server.container.ports.vault.decrypt(row!.data_sealed);
      expect((JSON.parse(data) as { url: string }).url).toMatch(
        new RegExp(`^${server.url}/recover/${slug}\\?token=`),
      );
      expect(data).not.toMatch(/evil|gopher|666\b/);
    },
  );

  it("request smuggling: two lengths, or a length with chunks, are refused before the body is read", async () => {
    const head = `POST /token HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\n`;
    const hidden = "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n";
    for (const lengths of [
      "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n",
      "Content-Length: 3\r\nContent-Length: 30\r\n",
      "Content-Length: -3\r\n",
      "Content-Length: 3x\r\n",
      "Transfer-Encoding: chunked, identity\r\n",
    ])
      expect(await raw(server.url, `${head}${lengths}\r\n0\r\n\r\n${hidden}`), lengths).toEqual(["400"]);
  });

  it("body limits: a body is counted as it is read, also with a wrong or missing length", async () => {
    const { credential, scimToken, slug } = server.seed.tenants[0];
    const token = await server.token(credential);
    const takes: [path: string, type: string, bearer: string][] = [
      ["/api/v1/users", "application/json", token],
      [`/scim/v2/${slug}/Users`, "application/scim+json", scimToken],
      ["/api/render/pdf", "application/json", token],
      ["/token", "application/x-www-form-urlencoded", token],
    ];
    const chunk = `${(65_536).toString(16)}\r\n${"x".repeat(65_536)}\r\n`;
    for (const [path, type, bearer] of takes) {
      const head = `POST ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${bearer}\r\nContent-Type: ${type}\r\n`;
      // The first request has 6.5 MB in chunks. The second request declares a length, but sends fewer bytes.
      const chunked = await raw(
        server.url,
        `${head}Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(100)}0\r\n\r\n`,
      ).catch(() => ["413"]);
      expect(chunked[0], `${path} in chunks`).toBe("413");
      const declared = await raw(server.url, `${head}Content-Length: 99999999\r\n\r\nx`);
      expect(declared[0], `${path} with a length`).toBe("413");
      // Bytes after the declared length are not part of the body.
      const short = await raw(
        server.url,
        `${head}Content-Length: 2\r\nConnection: close\r\n\r\n{}${"x".repeat(100)}`,
      );
      expect(short[0], `${path} that goes on`).toMatch(/^4/);
    }
  });
});

describe("spoofed X-Forwarded-For", () => {
  const SOCKET = "192.0.2.1";
  it("is ignored without a configured proxy", () => {
    for (const text of ["203.0.113.9", "a", "", ",,,", "203.0.113.9, 203.0.113.8"])
      expect(clientAddress(SOCKET, text, 0)).toBe(SOCKET);
  });

  it("that is invalid counts as the proxy's own address, which all such requests share", () => {
    for (const text of [
      "a",
      "abcd",
      "feed",
      "",
      " ",
      ",",
      "unknown",
      "_hidden",
      "203.0.113.9:80",
      "203.0.113",
      "::g",
      "1".repeat(45),
    ])
      expect(clientAddress(SOCKET, text, 1), text).toBe(SOCKET);
    expect(clientAddress(SOCKET, "203.0.113.9", 2)).toBe(SOCKET);
    expect(clientAddress(undefined, "a", 1)).toBeNull();
  });

  it("starvation: with 500,000 entries counts the entry of the proxy, in linear time", () => {
    const claimed = Array.from({ length: 500_000 }, () => "203.0.113.66").join(", ");
    const counted = (text: string, proxies: number) => endsSoon(() => clientAddress(SOCKET, text, proxies));
    expect(counted(`${claimed}, 203.0.113.9`, 1)).toBe("203.0.113.9");
    expect(counted(`${claimed}, 2001:db8::9, 203.0.113.1`, 2)).toBe("2001:db8::9");
  });
});
