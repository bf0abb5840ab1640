import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { DatabaseState } from "../store/link";
import { startFront, type TestFront } from "../testing/front";

describe("pages while the database cannot be reached", () => {
  let front: TestFront;
  let state: DatabaseState = "up";
  /** Answers a request in place of Next. */
  let render: (response: ServerResponse) => void;
  let rendered = 0;
  beforeAll(async () => {
    front = await startFront("http", {
      databaseState: () => state,
      pages: async (_request, response) => {
        rendered += 1;
        render(response);
      },
    });
  }, 120_000);
  afterAll(() => front.close());
  beforeEach(() => {
    state = "up";
    rendered = 0;
    render = (response) => response.end("ok");
  });

  const expectAwayPage = (answer: Awaited<ReturnType<TestFront["send"]>>) => {
    expect(answer.status).toBe(503);
    expect(answer.headers["retry-after"]).toBe("5");
    expect(answer.headers["cache-control"]).toBe("no-store");
    expect(answer.headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(answer.text).toContain("The database cannot be reached");
    const [, nonce] = /style nonce="([^"]+)"/.exec(answer.text)!;
    expect(answer.headers["content-security-policy"]).toContain(`'nonce-${nonce}'`);
  };

  it.each(["/acme/users", "/sign-in", "/account/acme", "/"])(
    "%s shows that the database is away (503), and is not rendered",
    async (path) => {
      state = "away";
      expectAwayPage(await front.send(path));
      expect(rendered).toBe(0);
    },
  );

  it("are in the visitor's language", async () => {
    state = "away";
    const { text } = await front.send("/acme/users", { "accept-language": "de" });
    expect(text).toContain("Die Datenbank ist nicht erreichbar");
  });

  it("serves files of the build", async () => {
    state = "away";
    expect((await front.send("/_next/static/chunks/a.js")).status).toBe(200);
  });

  const failures: [string, (response: ServerResponse) => void][] = [
    [
      "writes its head",
      (response) => {
        response.writeHead(500, { "content-type": "text/html", etag: "x" });
        response.write("<p>failed");
        response.end("</p>");
      },
    ],
    [
      "writes its body",
      (response) => {
        response.statusCode = 500;
        response.setHeader("content-type", "text/html");
        response.setHeader("link", "</a.css>; rel=preload");
        response.write("<p>failed");
        response.end("</p>");
      },
    ],
    ["ends", (response) => Object.assign(response, { statusCode: 500 }).end("failed")],
  ];

  it.each(failures)("replaces a page that failed meanwhile (500) when it %s", async (_, fail) => {
    render = (response) => {
      state = "suspect";
      fail(response);
    };
    const answer = await front.send("/acme/users");
    expectAwayPage(answer);
    expect(answer.text).not.toContain("failed");
    expect(answer.headers).not.toHaveProperty("link");
    expect(answer.headers).not.toHaveProperty("etag");
  });

  it.each(failures)("keeps a page that failed for another reason (500) when it %s", async (_, fail) => {
    render = fail;
    const { status, text } = await front.send("/acme/users");
    expect({ status, text }).toMatchObject({
      status: 500,
      text: expect.stringContaining("failed") as string,
    });
  });
});
