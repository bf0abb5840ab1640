import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createConfigure } from "@/server/auth/federation/oidc/oidc";
import { OidcSettings } from "@/server/domain/federation/oidc/oidc.schema";
import { textIn } from "@/server/kernel/texts/text";
import { createTextOutlet } from "../domain/messages/worker/text-gateway";
import { createSender } from "../domain/webhooks/worker/sender";
import { createGuardedFetch, createGuardedRequest } from "./guarded-fetch";
import { createGuardedPost } from "./guarded-post";

/** Longer than any test. An exchange that ends has not reached it. */
const patient = { allowPrivate: true, timeoutMs: 120_000 };
const impatient = { allowPrivate: true, timeoutMs: 1_000 };
const LATE = "No answer within 1 seconds.";

/** Starts the behaviour of a hostile receiver. Returns a function that ends it. */
type Behaviour = (socket: Socket) => void;

const again = (socket: Socket, text: string, everyMs: number) => {
  const timer = setInterval(() => socket.write(text), everyMs);
  socket.on("close", () => clearInterval(timer));
};

/** Sends without an end, as fast as the other side reads. */
const flood = (socket: Socket, text: string) => {
  const more = () => {
    if (!socket.destroyed && socket.write(text)) setImmediate(more);
  };
  socket.on("drain", more);
  more();
};

/** Behaviours that must end the request before any time limit. */
const atOnce: Record<string, Behaviour> = {
  "101 Switching Protocols": (socket) =>
    void socket.write(
      "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
    ),
  "101 Switching Protocols without an Upgrade header, and the end": (socket) =>
    void socket.end("HTTP/1.1 101 Switching Protocols\r\n\r\n"),
  "the end of the connection": (socket) => void socket.end(),
  "a flood of 102 Processing": (socket) => flood(socket, "HTTP/1.1 102 Processing\r\n\r\n".repeat(2_000)),
  "a flood of 100 Continue": (socket) => flood(socket, "HTTP/1.1 100 Continue\r\n\r\n".repeat(2_000)),
  "no HTTP": (socket) => void socket.write("220 mail.example.com ESMTP\r\n"),
};

const lasting: Record<string, Behaviour> = {
  nothing: () => {},
  "103 Early Hints without end": (socket) => again(socket, "HTTP/1.1 103 Early Hints\r\n\r\n", 20),
  "a head of one byte a tenth of a second": (socket) => {
    socket.write("HTTP/1.1 200 OK\r\nX: ");
    again(socket, "x", 100);
  },
  "101 Switching Protocols without an Upgrade header": (socket) =>
    void socket.write("HTTP/1.1 101 Switching Protocols\r\n\r\n"),
};

describe("an attack by a receiver whose answer does not end the request", () => {
  let server: Server;
  let url: string;
  let behave: Behaviour = () => {};
  const sockets = new Set<Socket>();
  beforeAll(async () => {
    server = createServer((socket) => {
      sockets.add(socket);
      socket.on("error", () => {}).on("close", () => sockets.delete(socket));
      socket.once("data", () => behave(socket));
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  });
  afterAll(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });

  const settled = (work: Promise<unknown>) =>
    work.then(
      (value) => ({ value }),
      (error: Error) => ({ error: error.message }),
    );

  /** All kinds of requests to the servers of others. */
  const ways: Record<string, (limits: typeof patient) => Promise<unknown>> = {
    "a role sync feed": (limits) => settled(createGuardedFetch({ ...limits, maxBytes: 1_000 })(url, "1", {})),
    "a provider's discovery": async (limits) => {
      const request = createGuardedRequest({ ...limits, maxBytes: 1_000 });
      const configure = createConfigure({ request, allowPrivate: true });
      const settings = OidcSettings.parse({ issuer: url, clientId: "castellan" });
      const first = await settled(configure(settings, null, "1"));
      // The second call repeats the discovery, because a promise that never settles is not cached.
      expect(await settled(configure(settings, null, "1"))).toEqual(first);
      return first;
    },
    "a back-channel logout": async (limits) => {
      const answer = await createGuardedPost(limits)(url, "1", new URLSearchParams());
      return { error: answer.problem };
    },
  };
  const withOwnLimit: typeof ways = {
    "a webhook": async () => {
      const sender = createSender({ allowPrivate: true });
      const secret = `whsec_${Buffer.alloc(24).toString("base64")}`;
      const outcome = await sender.send({
        by: "1",
        url,
        secrets: [secret],
        messageId: "m",
        body: "{}",
        poweredBy: false,
      });
      sender.close();
      return { error: textIn("en", outcome.errorMessage ?? "") };
    },
    "a text message": () => {
      const outlet = createTextOutlet({ url, token: undefined, allowPrivate: true });
      const message = { id: "1", to: "+491701234567", from: "", subject: "", html: null, text: "x" };
      return settled(outlet.send(message));
    },
  };

  describe.each(Object.keys(atOnce))("%s", (what) => {
    it.each(Object.entries({ ...ways, ...withOwnLimit }))("fails %s at once", async (_way, ask) => {
      behave = atOnce[what]!;
      expect(await ask(patient)).toMatchObject({
        error: expect.not.stringContaining("No answer within") as string,
      });
    });
  });

  describe.each(Object.keys(lasting))("%s", (what) => {
    it("fails each kind of request at the time limit or before", async () => {
      behave = lasting[what]!;
      // The error of a discovery has no details. Two of the behaviours can end before the limit.
      const errors =
        /^(?:No answer within 1 seconds\.|something went wrong|.*interim responses\.|.*answered 101\.)$/;
      await Promise.all(
        Object.entries(ways).map(async ([way, ask]) =>
          expect(await ask(impatient), way).toMatchObject({ error: expect.stringMatching(errors) as string }),
        ),
      );
    });
  });

  it("a body of one byte every 100 ms: reading ends at the time limit of the whole exchange", async () => {
    behave = (socket) => {
      socket.write("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n");
      again(socket, "x", 100);
    };
    const read = createGuardedFetch({ ...impatient, maxBytes: 1_000 })(url, "1", {});
    await expect(read).rejects.toThrow(LATE);
    await expect.poll(() => sockets.size).toBe(0);
  });
});
