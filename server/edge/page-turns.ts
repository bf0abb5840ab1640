import type { IncomingMessage, ServerResponse } from "node:http";
import { createFairQueue, QueueFull, type FairQueueLimits } from "../kernel/concurrency/fair-queue";
import { turnNetworkOf } from "../kernel/http/network";

/*
 * Pages take turns. A rendering takes 10 to 60 ms of the only thread that runs scripts. Without turns, 150
 * simultaneous renderings would delay every other request by seconds.
 */

type Render = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

export type PageTurnLimits = FairQueueLimits;

/**
 * Default limits. More simultaneous renderings would not end sooner, because one thread runs their scripts. One network gets at most
 * all places except one, so that other networks always have a place. Many requests may wait, because the console loads dozens of pages
 * in advance. The maximum wait is shorter than the timeouts of proxies and the patience of people.
 */
const LIMITS: PageTurnLimits = { running: 3, ofOne: 2, waiting: 1_000, patienceMs: 15_000 };

/** Suffix of a network's key in the queue for requests with cookies. */
const WITH_COOKIES = " with cookies";

/**
 * Creates the turns of pages. Clients take turns by their network (server/kernel/http/network.ts). Requests with cookies do not wait
 * behind requests without, because a signed-in person may share a network with strangers. Both count as one network for its places.
 * Returns false if the request got no place and the client is still connected. Throws the errors of `render`.
 */
export function createPageTurns(render: Render, limits = LIMITS) {
  const limitedAs = (by: string) => by.replace(WITH_COOKIES, "");
  const queue = createFairQueue({ ...limits, limitedAs });

  return async (request: IncomingMessage, response: ServerResponse, address: string | null) => {
    const by = `${turnNetworkOf(address)}${request.headers.cookie === undefined ? "" : WITH_COOKIES}`;
    let rendering: Promise<void> | undefined;
    try {
      await queue.run(by, async () => {
        // The client has disconnected meanwhile.
        if (response.destroyed || request.socket.destroyed) return;
        const written = writeAtOnce(response);
        rendering = render(request, response);
        await Promise.race([rendering, written]);
      });
    } catch (error) {
      if (!(error instanceof QueueFull)) throw error;
      return response.destroyed;
    }
    await rendering;
    return true;
  };
}

/**
 * Lets a page be written without waiting for its client, so that a client that reads slowly holds no place: what the client has not
 * read yet is kept in memory. Resolves when the page is written or its connection is closed.
 */
function writeAtOnce(response: ServerResponse): Promise<void> {
  type Write = (...parts: unknown[]) => unknown;
  const write = response.write.bind(response) as Write;
  const end = response.end.bind(response) as Write;
  return new Promise((resolve) => {
    response.once("close", resolve);
    Object.assign(response, {
      write: (...parts: unknown[]) => {
        write(...parts);
        return true;
      },
      end: (...parts: unknown[]) => {
        resolve();
        return end(...parts);
      },
    });
  });
}
