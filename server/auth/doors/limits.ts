import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";

/** Mails that can be asked for to one address within an hour, wherever from: nobody's mailbox is to be flooded. */
const MAILS = 5;
/** Forms from one network address within five minutes. */
const TRIES = 60;

async function isWithin(limiter: RateLimiterMemory, key: string): Promise<boolean> {
  try {
    await limiter.consume(key);
    return true;
  } catch (state) {
    if (state instanceof RateLimiterRes) return false;
    throw state;
  }
}

/** What somebody who is not signed in may do in a while; each question counts. */
export function createDoorLimits() {
  const mails = new RateLimiterMemory({ keyPrefix: "mails", points: MAILS, duration: 3_600 });
  const tries = new RateLimiterMemory({ keyPrefix: "tries", points: TRIES, duration: 300 });
  return {
    mayAskFor: (email: string) => isWithin(mails, email.toLowerCase()),
    mayTry: (ip: string | null) => isWithin(tries, ip ?? "?"),
  };
}

export type DoorLimits = ReturnType<typeof createDoorLimits>;
