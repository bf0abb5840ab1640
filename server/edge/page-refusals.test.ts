import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { describe, expect, it } from "vitest";
import { readConfig } from "./config";
import { isOwnHost } from "../auth/browser/same-origin";
import { isServedByNext, mayUpgrade } from "./page-refusals";

const BASE_URL = "http://localhost:3000";

describe("a server in development mode", () => {
  it.each([
    ["development", "127.0.0.1"],
    ["production", "0.0.0.0"],
    [undefined, "127.0.0.1"],
  ])("exposure: with NODE_ENV %s it listens at %s by default", (NODE_ENV, host) => {
    expect(readConfig({ NODE_ENV }).HOST).toBe(host);
    expect(readConfig({ NODE_ENV, HOST: "192.0.2.1" }).HOST).toBe("192.0.2.1");
  });

  it.each(["/__nextjs_source-map", "/_next/webpack-hmr", "/_next/static/x.js"])(
    "DNS rebinding: %s is served at this machine's own names only",
    (path) => {
      const served = (host: string) => isServedByNext(path, false, () => isOwnHost(host, BASE_URL));
      expect(["localhost:3000", "127.0.0.1:3000", "[::1]:3000"].map(served)).toEqual([true, true, true]);
      expect(["evil.example:3000", "localhost:80", "localhost"].map(served)).toEqual([false, false, false]);
      expect(isServedByNext("/_next/image", false, () => true)).toBe(false);
    },
  );

  it.each<[boolean, IncomingHttpHeaders]>([
    [true, { host: "localhost:3000", origin: "http://localhost:3000" }],
    [false, { host: "localhost:3000", origin: "http://evil.example" }],
    [false, { host: "localhost:3000" }],
    [false, { host: "evil.example:3000", origin: "http://evil.example:3000" }],
    [false, { host: "localhost:3000", origin: "http://localhost:3000", "sec-fetch-site": "cross-site" }],
  ])("cross-site WebSocket hijacking: upgrades: %s for %j", (taken, headers) => {
    expect(mayUpgrade({ headers } as IncomingMessage, BASE_URL)).toBe(taken);
  });
});
