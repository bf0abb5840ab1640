import { RateLimiterMemory } from "rate-limiter-flexible";

/** Messages to one address in an hour, whoever asks. */
const PER_IDENTIFIER = 10;
/** Messages that one address on the network may cause in an hour. */
const PER_ADDRESS = 60;
const HOUR_SECONDS = 3_600;

/** Limits how many codes and links are sent, so that nobody's mailbox is filled and no code is guessed by asking for many. */
export function createSendLimit() {
  const byIdentifier = new RateLimiterMemory({
    keyPrefix: "send",
    points: PER_IDENTIFIER,
    duration: HOUR_SECONDS,
  });
  const byAddress = new RateLimiterMemory({
    keyPrefix: "send address",
    points: PER_ADDRESS,
    duration: HOUR_SECONDS,
  });
  const take = (limiter: RateLimiterMemory, key: string) =>
    limiter.consume(key).then(
      () => true,
      (state: unknown) => {
        if (state instanceof Error) throw state;
        return false;
      },
    );
  /** Whether one more may be sent; counts it. */
  return async (tenantId: number | null, identifier: string, ip: string | null): Promise<boolean> =>
    (await take(byAddress, ip ?? "?")) &&
    (await take(byIdentifier, `${tenantId ?? "console"} ${identifier.toLowerCase()}`));
}

export type SendLimit = ReturnType<typeof createSendLimit>;

/** The grain in which answers come where nothing is hashed. */
const GRAIN_MS = 120;

/**
 * Answers after a multiple of the grain: looking a person up and writing a message for them takes some milliseconds more
 * than for nobody, which could be measured.
 */
export async function evenly<T>(work: Promise<T>): Promise<T> {
  const begun = performance.now();
  try {
    return await work;
  } finally {
    const taken = performance.now() - begun;
    const until = Math.ceil(taken / GRAIN_MS) * GRAIN_MS;
    await new Promise((resolve) => setTimeout(resolve, until - taken));
  }
}
