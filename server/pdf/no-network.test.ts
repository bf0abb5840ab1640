import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createRenderPool } from "./pool";
import { shown } from "./testing";

/* Tests that addresses in a template are never fetched. CVE-2022-35583 is a flaw of this kind in wkhtmltopdf. */

const folder = mkdtempSync(path.join(os.tmpdir(), "castellan-pdf-"));
const secret = path.join(folder, "secret.svg");
writeFileSync(secret, `<svg xmlns="http://www.w3.org/2000/svg"><text y="20">TopSecretContent</text></svg>`);

/** All constructs of HTML, CSS and SVG that refer to another file. `URL` stands for the address of the file. */
const places: Record<string, string> = {
  img: `<img src="URL"><img srcset="URL 2x" src="x"><picture><source srcset="URL"><img src="URL"></picture>`,
  link: `<link rel="stylesheet" href="URL"><link rel="icon" href="URL"><link rel="preload" as="style" href="URL">`,
  "@import": `<style>@import "URL"; @import url(URL) print;</style>`,
  iframe: `<iframe src="URL"></iframe><iframe srcdoc="<img src='URL'>"></iframe><frame src="URL">`,
  "object and embed": `<object data="URL" type="text/html">x</object><embed src="URL"><applet code="URL"></applet>`,
  font: `<style>@font-face { font-family: X; src: url(URL) } p { font-family: X }</style>`,
  "SVG use": `<svg width="9" height="9"><use href="URL#a"/><use xlink:href="URL#a"/><image href="URL" width="9" height="9"/></svg>`,
  "SVG filters and masks": `<svg width="9" height="9"><filter id="f"><feImage href="URL"/></filter><rect width="9" height="9" filter="url(URL#f)" fill="url(URL#g)" mask="url(URL#m)" clip-path="url(URL#c)"/></svg>`,
  "SVG foreign objects": `<svg width="9" height="9"><foreignObject width="9" height="9"><img src="URL"/></foreignObject><style>@import "URL";</style></svg>`,
  "a picture in a picture": `<img src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='9' height='9'%3E%3Cimage href='URL' width='9' height='9'/%3E%3Cuse href='URL#a'/%3E%3C/svg%3E">`,
  "styles with addresses": `<p style="background: url(URL); list-style-image: url(URL); border-image: url(URL) 1; cursor: url(URL), auto; content: url(URL); mask: url(URL); filter: url(URL#f); shape-outside: url(URL)">x</p><style>p::before { content: url("URL") }</style>`,
  media: `<video src="URL" poster="URL"></video><audio src="URL"></audio><track src="URL">`,
  script: `<script src="URL"></script><script>fetch("URL")</script><img src=x onerror="fetch('URL')"><a href="URL" ping="URL">x</a>`,
  "meta and base": `<base href="URL"><meta http-equiv="refresh" content="0; url=URL"><img src="a.png">`,
  "XML entities": `<!DOCTYPE x [<!ENTITY a SYSTEM "URL">]><p>&a;</p><?xml-stylesheet href="URL"?><xi:include href="URL"/>`,
  forms: `<form action="URL"><input type="image" src="URL"></form><body background="URL"><table background="URL"><tr><td>x</table>`,
};

describe("an attack by a template that names addresses and files", () => {
  let server: Server;
  let port = 0;
  let connections = 0;
  beforeAll(async () => {
    server = createServer((socket) => {
      connections += 1;
      socket.end("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n");
    });
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    port = (server.address() as AddressInfo).port;
  });
  const pool = createRenderPool({
    workers: 1,
    queue: 50,
    timeoutMs: 20_000,
    memoryMb: 256,
    log: pino({ level: "silent" }),
  });
  afterAll(async () => {
    await pool.close();
    server.close();
    rmSync(folder, { recursive: true });
  });

  it.each(Object.keys(places))("no connection is made for %s", async (place) => {
    for (const scheme of ["http", "https", ""]) {
      const template = places[place]!.replaceAll("URL", `${scheme && `${scheme}:`}//127.0.0.1:${port}/x.svg`);
      await pool
        .render({ template, data: {}, options: {}, trusted: true })
        .catch((error: { status: number }) => expect(error.status).toBe(422));
    }
    // The thread continues its work, and the server accepts connections in their order. Only this one arrives.
    await pool.render({ template: "<p>x", data: {}, options: {} });
    await once(connect(port, "127.0.0.1").resume(), "close");
    expect(connections).toBe(1);
    connections = 0;
  });

  it.each(Object.keys(places))("no file is read for %s", async (place) => {
    for (const address of [
      `file://${secret}`,
      secret,
      `../../../../../../../..${secret}`,
      `asset:../../..${secret}`,
    ]) {
      const seen = await shown(places[place]!.replaceAll("URL", address), { trusted: true });
      expect(seen.text).not.toContain("TopSecretContent");
    }
  });

  it("the renderer's own modules open no connection, and no file but the product's fonts", () => {
    const files = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" }).filter(
      (file) => file.endsWith(".ts") && !/\.test\.ts$|\.d\.ts$|^(pool|testing)\.ts$/.test(file),
    );
    const imported = files.flatMap((file) => {
      const text = readFileSync(path.join(import.meta.dirname, file), "utf8");
      expect(text, file).not.toMatch(/\bfetch\(|\beval\(|new Function\(/);
      return [...text.matchAll(/from "(node:[\w/]+)"/g)].map(([, name]) => `${file} ${name}`);
    });
    expect(
      imported.filter((each) => /node:(fs|net|http|https|tls|dns|child_process|http2|dgram)/.test(each)),
    ).toEqual(["fonts/face.ts node:fs"]);
  });

  it("the reader of documents runs no code of their fonts (CVE-2024-4367)", () => {
    const root = path.resolve(import.meta.dirname, "../..");
    const calls = ["app", "components"].flatMap((directory) =>
      readdirSync(path.join(root, directory), { recursive: true, encoding: "utf8" })
        .filter((file) => /\.tsx?$/.test(file) && !/\.(test|e2e)\./.test(file))
        .flatMap(
          (file) =>
            readFileSync(path.join(root, directory, file), "utf8").match(/getDocument\([^)]*\)/g) ?? [],
        ),
    );
    expect(calls.length).toBeGreaterThan(0);
    for (const call of calls) expect(call).toContain("isEvalSupported: false");
  });
});
