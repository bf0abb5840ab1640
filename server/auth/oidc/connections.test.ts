import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databaseKind } from "@/server/testing/stores";
import { createScene, type Scene } from "@/server/testing/scene";

describe("answers of the OAuth endpoints, on the wire", () => {
  let world: Scene;
  beforeAll(async () => void (world = await createScene(databaseKind, { overHttp: true })), 120_000);
  afterAll(() => world.close());

  /** Returns the status and headers of an answer to a client that sends `Connection: close`. */
  const closing = (path: string, method = "GET", body = "") =>
    new Promise<{ status: number; connection: string | undefined; text: string }>((resolve, reject) => {
      const form = body === "" ? {} : { "content-type": "application/x-www-form-urlencoded" };
      const headers = { connection: "close", ...form };
      request(new URL(path, world.baseUrl), { method, headers }, (answer) => {
        let text = "";
        answer.on("data", (part: Buffer) => void (text += part.toString()));
        answer.on("end", () =>
          resolve({ status: answer.statusCode!, connection: answer.headers.connection, text }),
        );
      })
        .on("error", reject)
        .end(body);
    });

  it.each([
    "/jwks",
    "/device",
    "/.well-known/openid-configuration",
    "/userinfo",
    "/authorize",
    "/end_session",
  ])(
    "the answer to a client that asks to close the connection announces the end and ends it: %s",
    async (path) => {
      expect((await closing(path)).connection).toBe("close");
    },
  );

  it("forged forms: /device refuses a form whose session has ended", async () => {
    const form = { "content-type": "application/x-www-form-urlencoded", cookie: "_session=gone" };
    const body = "xsrf=zz&user_code=AAAA-AAAA";
    const answer = await fetch(`${world.baseUrl}/device`, { method: "POST", headers: form, body });
    expect([answer.status, (await answer.text()).includes("<h1")]).toEqual([400, true]);
  });

  it.each([
    "xsrf=zz",
    "user_code=AAAA-AAAA&xsrf=zz",
    "user_code=AAAA",
    "x=",
    "user_code=AAAA&xsrf=zz&confirm=yes",
  ])(
    "forged forms: /device refuses %s from a browser without a session, and no stack is logged",
    async (form) => {
      const answer = await closing("/device", "POST", form);
      expect(answer.status).toBe(400);
      expect(answer.text).toContain("<h1");
    },
  );
});
