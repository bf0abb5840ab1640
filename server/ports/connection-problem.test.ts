import { createServer } from "node:net";
import { describe, expect, it } from "vitest";
import { connectionProblem } from "./connection-problem";
import { createGuardedRequest } from "./guarded-fetch";
import { textIn } from "../kernel/texts/text";

const request = createGuardedRequest({ allowPrivate: true, timeoutMs: 5_000, maxBytes: 1_000 });
const problemOf = (error: unknown) => {
  const problem = connectionProblem(error);
  return problem && textIn("en", problem);
};
const whyNot = (address: string) => request(address, { by: "1" }).catch(problemOf);

/** Returns the port of a server that closes connections in this way. */
async function serving(close: "at once" | "before anybody came") {
  const server = createServer((socket) => socket.destroy()).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as { port: number };
  if (close === "before anybody came") await new Promise((resolve) => server.close(resolve));
  return { port, [Symbol.asyncDispose]: async () => void server.close() };
}

describe("the reason why a server was not reached", () => {
  it("is a sentence with the name of the server", async () => {
    expect(await whyNot("http://nobody.invalid/")).toBe("There is no server called nobody.invalid.");
  });

  it("distinguishes a closed port from a connection that ends", async () => {
    await using gone = await serving("before anybody came");
    expect(await whyNot(`http://127.0.0.1:${gone.port}/`)).toBe(
      "The server takes no connection at this port.",
    );
    await using rude = await serving("at once");
    expect(await whyNot(`http://127.0.0.1:${rude.port}/`)).toBe(
      "The server ended the connection without an answer.",
    );
  });

  it("is found in the cause of a library's error", () => {
    const cause = Object.assign(new Error("self-signed certificate"), {
      code: "DEPTH_ZERO_SELF_SIGNED_CERT",
    });
    const wrapped = new Error("something went wrong", { cause: new TypeError("fetch failed", { cause }) });
    expect(problemOf(wrapped)).toBe(
      "No authority that is known here vouches for the certificate of the server.",
    );
    expect(problemOf(new Error("The source sent more than 5 bytes."))).toBeNull();
  });
});
