import type { IncomingMessage, ServerResponse } from "node:http";
import type { Arrivals } from "./arrivals";
import { createFairQueue, QueueFull, type FairQueueLimits } from "../kernel/concurrency/fair-queue";
import { turnNetworkOf } from "../kernel/http/network";

/*
 * Pages take turns. A rendering takes 10 to 60 ms of the only thread that runs scripts. Without turns, 150
 * simultaneous renderings would delay every other request by seconds.
 */

type Render = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

export interface PageTurnLimits {
  /** Limits of all requests except server actions. */
  pages: FairQueueLimits;
  /** Limits of server actions. */
  actions: FairQueueLimits;
}

/**
 * Default limits. More simultaneous renderings would not end sooner, because one thread runs their scripts. One network gets at most
 * all places except one, so that other networks always have a place. Many requests may wait, because the console loads dozens of pages
 * in advance. The maximum wait is shorter than the timeouts of proxies and the patience of people.
 */
const LIMITS: PageTurnLimits = {
  pages: { running: 3, ofOne: 2, waiting: 1_000, patienceMs: 15_000 },
  actions: { running: 3, ofOne: 2, waiting: 300, patienceMs: 15_000 },
};

/** Suffix of a network's key in the queue for requests with cookies. */
const WITH_COOKIES = " with cookies";

interface PageTurnOptions {
  limits?: PageTurnLimits | undefined;
  arrivals?: Arrivals | undefined;
}

/** Interval in milliseconds of the checks of a running answer. */
const CHECK_MS = 100;

/** Maximum time in milliseconds for which an answer holds a place. After that, it continues without one. */
const LONGEST_PLACE_MS = 10_000;

/**
 * Creates the turns of pages. Clients take turns by their network (server/kernel/http/network.ts). Requests
 * with cookies do not wait behind requests without, because a signed-in person may share a network with
 * strangers. Both count as one network for its places. A rendering begins when no new connection waits. Returns false if the request
 * got no place and the client is still connected. Throws the errors of `render`.
 */
export function createPageTurns(render: Render, { limits = LIMITS, arrivals }: PageTurnOptions = {}) {
  const limitedAs = (by: string) => by.replace(WITH_COOKIES, "");
  const pages = createFairQueue({ ...limits.pages, limitedAs });
  const actions = createFairQueue({ ...limits.actions, limitedAs });

  return async (request: IncomingMessage, response: ServerResponse, address: string | null) => {
    const { headers, method } = request;
    const queue = method === "POST" ? actions : pages;
    const by = `${turnNetworkOf(address)}${headers.cookie === undefined ? "" : WITH_COOKIES}`;
    let rendering: Promise<void> | undefined;
    try {
      await queue.run(by, async () => {
        await arrivals?.settled();
        // The client has disconnected meanwhile.
        if (response.destroyed || request.socket.destroyed) return;
        const left = released(response);
        rendering = render(request, response);
        await Promise.race([rendering, left]);
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
 * Resolves when an answer no longer needs its place: it is written, the connection is closed, the client
 * reads slower than the answer is written, the answer is a download, or it has held the place for the longest
 * time.
 */
function released(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const end = response.end.bind(response) as (...parts: unknown[]) => ServerResponse;
    const ended = (...parts: unknown[]) => {
      done();
      return end(...parts);
    };
    response.end = ended;
    response.once("close", done);
    let passed = 0;
    let waitsForClient = false;
    const timer = setInterval(() => {
      passed += CHECK_MS;
      const waitedForClient = waitsForClient;
      waitsForClient = response.writableNeedDrain;
      if ((waitedForClient && waitsForClient) || isDownload(response) || passed >= LONGEST_PLACE_MS) done();
    }, CHECK_MS);

    function done() {
      clearInterval(timer);
      response.off("close", done);
      resolve();
    }
  });
}

/**
 * Returns true for an answer in progress that is not a page, such as a download. Its content is read from the
 * database in pieces.
 */
const isDownload = (response: ServerResponse) =>
  response.headersSent &&
  !/^text\/(?:html|x-component)/.test(response.getHeader("content-type")?.toString() ?? "");
