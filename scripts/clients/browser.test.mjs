import { once } from "node:events";
import { createServer } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Browser } from "./lib/browser.mjs";

describe("the browser of the client tests", () => {
  let base;
  const pages = {
    "/set": (response) =>
      response
        .setHeader("set-cookie", ["a=1; Path=/", "b=2; Path=/deep", "c=3; Path=/", "d=4"])
        .writeHead(302, { location: "/unset" }),
    "/unset": (response) =>
      response.setHeader("set-cookie", ["c=; Path=/; Max-Age=0"]).writeHead(303, { location: "/echo" }),
    "/again": (response) => response.writeHead(307, { location: "/echo" }),
    "/form": (response) =>
      response.write(`<title>T</title><p>Sign in</p><form action="/echo" method="post">
        <input type="hidden" name="kept" value="x"><input name="email" value="old"><input type="checkbox" name="trust">
        <button name="locale" value="de">Go</button></form>`),
  };
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const { cookie, origin } = request.headers;
    const site = request.headers["sec-fetch-site"];
    if (pages[request.url]) pages[request.url](response);
    else response.write(JSON.stringify({ method: request.method, cookie, origin, site, body }));
    response.end();
  });
  beforeAll(async () => {
    await once(server.listen(0, "127.0.0.1"), "listening");
    base = `http://127.0.0.1:${server.address().port}`;
  });
  afterAll(() => server.close());

  it("stores cookies by path and removes ended ones, also on redirects", async () => {
    const browser = new Browser();
    const first = await browser.open(`${base}/set`);
    expect(JSON.parse(first.text).cookie).toBe("a=1; d=4");
    expect(browser.visited.map((url) => url.slice(base.length))).toEqual(["/set", "/unset", "/echo"]);
    expect(JSON.parse((await browser.open(`${base}/deep/page`)).text).cookie).toBe("b=2; a=1; d=4");
    expect(JSON.parse((await browser.open(`${base}/deeper`)).text).cookie).toBe("a=1; d=4");
  });

  it("submits a form with its own values, the given ones and the origin of its page", async () => {
    const browser = new Browser();
    const page = await browser.open(`${base}/form`);
    expect(page.words).toBe("Sign in Go");
    const sent = await browser.submit(page, page.forms[0], { email: "new" });
    expect(JSON.parse(sent.text)).toEqual({
      method: "POST",
      origin: base,
      site: "same-origin",
      body: "kept=x&email=new",
    });
  });

  it("repeats a POST only after 307", async () => {
    const browser = new Browser();
    const post = { method: "POST", body: "a=b", origin: base };
    expect(JSON.parse((await browser.open(`${base}/again`, post)).text).body).toBe("a=b");
    expect(JSON.parse((await browser.open(`${base}/set`, post)).text)).toMatchObject({
      method: "GET",
      body: "",
    });
  });
});
