import { isTooLong, readingError } from "./request-body";

/** Error of a body whose reception was ended to make room for others. */
export class BodyEvicted extends Error {
  constructor() {
    super("The memory for bodies is used up.");
    this.name = "BodyEvicted";
  }
}

interface Body {
  bytes: number;
  since: number;
  evict: () => void;
}

export interface BodyMemoryLimits {
  /** Maximum number of bytes of all bodies that are being received. */
  most: number;
  /** Returns the time in milliseconds. */
  now?: () => number;
}

/** Number of bytes that each body counts at least, for its connection and its objects. */
const LEAST = 16_384;

/** Number of bytes that each part of a body counts at least, for its objects. Usual parts are longer. */
const LEAST_PART = 1_024;

/**
 * Bounds the memory of bodies that strangers send. No body waits for others: each is received at once. If the memory is used up,
 * bodies of the owner end who holds the most bytes for the longest time, the oldest first. A usual body arrives within a second, so
 * strangers who send slowly from a few networks end only each other's bodies.
 */
export function createBodyMemory({ most, now = () => performance.now() }: BodyMemoryLimits) {
  /** The bodies of each owner, the oldest first. */
  const held = new Map<string, Set<Body>>();
  let used = 0;

  /** Returns the owner with the largest sum of bytes × time. */
  function heaviest(): Set<Body> | undefined {
    const at = now();
    let found: Set<Body> | undefined;
    let weight = -1;
    for (const bodies of held.values()) {
      let own = 0;
      for (const { bytes, since } of bodies) own += bytes * (at - since);
      if (own > weight) [found, weight] = [bodies, own];
    }
    return found;
  }

  function take(body: Body, bytes: number) {
    body.bytes += bytes;
    used += bytes;
    while (used > most) {
      const [oldest] = heaviest()!;
      oldest!.evict();
    }
  }

  return {
    /** Number of bytes in use. */
    used: () => used,

    /**
     * Returns the bytes of a request's body, or null if the body has more than `limit` bytes. `by` is the owner: the network of
     * the client. Throws BodyEvicted if the reception was ended, and a refusal (400) if the client closes the connection before.
     */
    async receive(request: Request, limit: number, by: string): Promise<Uint8Array | null> {
      if (isTooLong(request, limit)) return null;
      const reader = (request.body as ReadableStream<Uint8Array> | null)?.getReader();
      if (!reader) return new Uint8Array();
      const bodies = held.get(by) ?? new Set();
      held.set(by, bodies);
      const leave = () => {
        if (!bodies.delete(body)) return;
        used -= body.bytes;
        if (bodies.size === 0) held.delete(by);
      };
      let evict = () => {};
      const evicted = new Promise<never>((_resolve, reject) => (evict = () => reject(new BodyEvicted())));
      evicted.catch(() => {});
      const body: Body = {
        bytes: 0,
        since: now(),
        evict: () => {
          leave();
          evict();
        },
      };
      bodies.add(body);
      take(body, LEAST);
      const chunks: Uint8Array[] = [];
      let size = 0;
      try {
        for (;;) {
          const { done, value } = await Promise.race([evicted, reader.read()]);
          // Another body may have ended this one after the last chunk arrived.
          if (!bodies.has(body)) throw new BodyEvicted();
          if (done) return Buffer.concat(chunks);
          if ((size += value.byteLength) > limit) return null;
          chunks.push(value);
          take(body, Math.max(value.byteLength, LEAST_PART));
        }
      } catch (error) {
        throw readingError(error);
      } finally {
        leave();
        // Ends the reading of the rest. The caller closes the connection.
        reader.cancel().catch(() => {});
      }
    },
  };
}
