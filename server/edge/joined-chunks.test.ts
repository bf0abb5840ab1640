import { connect, type AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createNodeServer } from "./node-server";

describe("the parts of a request's body", () => {
  let parts = 0;
  const server = createNodeServer((request, response) => {
    parts = 0;
    request.on("data", () => (parts += 1));
    text(request).then(
      (body) => response.end(`read ${body.length} ${body.slice(0, 10)} ${body.slice(-10)}`),
      () => {},
    );
  }, "https://id.example");
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  /** Sends these texts one after another. Returns all data until the connection ends. */
  const sent = (...texts: string[]) =>
    new Promise<string>((resolve) => {
      const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
      let answer = "";
      socket.on("data", (part) => (answer += part.toString()));
      socket.on("close", () => resolve(answer));
      for (const one of texts) socket.write(one);
    });
  const head = (line: string) => `POST / HTTP/1.1\r\nHost: a\r\n${line}\r\n\r\n`;
  const CHUNKED = "Transfer-Encoding: chunked";
  const tiny = "1\r\nx\r\n".repeat(60_000);

  it("starvation: a client sends a body in chunks of one byte, and the readers get few parts", async () => {
    const answer = await sent(head(`Connection: close\r\n${CHUNKED}`), tiny, "3\r\nend\r\n0\r\n\r\n");
    expect(answer).toMatch(/read 60003 x{10} x{7}end$/);
    expect(parts).toBeLessThan(100);
  });

  it("starvation: a request in a pipeline has a body in chunks of one byte", async () => {
    const answer = await sent(
      head("Content-Length: 2"),
      "ab",
      head(`Connection: close\r\n${CHUNKED}`),
      `${tiny}0\r\n\r\n`,
    );
    expect(answer).toContain("read 2 ab ab");
    expect(answer).toMatch(/read 60000 x{10} x{10}$/);
    expect(parts).toBeLessThan(100);
  });

  it("hands over each part of a body that arrives slowly", async () => {
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
      let data = "";
      socket.on("data", (part) => (data += part.toString())).on("close", () => resolve(data));
      socket.write(head("Connection: close\r\nContent-Length: 6"));
      // Sends each part after the server has read the one before.
      const send = async () => {
        for (const [index, one] of ["ab", "cd", "ef"].entries()) {
          socket.write(one);
          await vi.waitFor(() => expect(parts).toBe(index + 1), { timeout: 15_000 });
        }
      };
      send().catch(reject);
    });
    expect(answer).toContain("read 6 abcdef abcdef");
    expect(parts).toBe(3);
  });

  it("receives a long body whole", async () => {
    const body = `${"0123456789".repeat(200_000)}end`;
    const answer = await sent(head(`Connection: close\r\nContent-Length: ${body.length}`), body);
    expect(answer).toContain(`read ${body.length} 0123456789 3456789end`);
  });
});
