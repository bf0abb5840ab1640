import type { IncomingMessage } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { startFront, type TestFront } from "../testing/front";

const form = '--x\r\nContent-Disposition: form-data; name="0"\r\n\r\n[]\r\n--x--\r\n';
const action = {
  origin: "http://id.example",
  "next-action": "x",
  "content-type": "multipart/form-data; boundary=x",
  "content-length": String(form.length),
};

describe("requests of Next to this server", () => {
  let front: TestFront | undefined;
  afterEach(() => front?.close());

  /**
   * Starts a front with one place for pages and one for actions. Its actions send a request with the headers of the
   * action, as Next does.
   */
  async function withInner(path: string, change: { method: string; headers: Record<string, string> }) {
    const rendered: string[] = [];
    const told: IncomingMessage["headers"][] = [];
    const inner = { status: 0 };
    front = await startFront("http", {
      turns: {
        pages: { running: 1, waiting: 1, patienceMs: 500 },
        actions: { running: 1, waiting: 1, patienceMs: 500 },
      },
      pages: async ({ url = "", method, headers }, response) => {
        rendered.push(`${method} ${url}`);
        told.push(headers);
        if (url === "/account/acme") {
          const sent = { ...(headers as Record<string, string>), ...change.headers };
          inner.status = (
            await front!.send(path, sent, change.method, change.method === "POST" ? form : "")
          ).status;
        }
        response.end();
      },
    });
    const answer = await front.send("/account/acme", { ...action, "x-action-forwarded": "1" }, "POST", form);
    return { status: answer.status, inner: inner.status, rendered, told };
  }

  it("starvation: an action does not wait for the page to which it redirects", async () => {
    const seen = await withInner("/sign-in", { method: "GET", headers: { rsc: "1" } });
    expect(seen).toMatchObject({ status: 200, inner: 204, rendered: ["POST /account/acme"] });
  });

  it("starvation: an action that is passed to its page needs no second place, and keeps the client's address", async () => {
    const seen = await withInner("/sign-in", {
      method: "POST",
      headers: { "x-action-forwarded": "1", "x-castellan-address": "192.0.2.7" },
    });
    expect(seen).toMatchObject({
      status: 200,
      inner: 200,
      rendered: ["POST /account/acme", "POST /sign-in"],
    });
    expect(seen.told.map((headers) => headers["x-castellan-address"])).toEqual(["127.0.0.1", "192.0.2.7"]);
    // The client sent the first request, and Next sent the second one.
    expect(seen.told.map((headers) => headers["x-action-forwarded"])).toEqual([undefined, "1"]);
  });

  it("attack: a client marks its request as Next's own", async () => {
    const seen = await withInner("/sign-in", {
      method: "POST",
      headers: {
        "x-action-forwarded": "1",
        "x-castellan-inner": "guess",
        "x-castellan-address": "192.0.2.7",
      },
    });
    // The inner request waits for the place of the running action until it is refused (503).
    expect(seen).toMatchObject({ inner: 503, rendered: ["POST /account/acme"] });
  });
});
