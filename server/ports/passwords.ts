import { hash, verify, type Options } from "@node-rs/argon2";
import type { Ports } from "../kernel/ports";

/** OWASP's smallest recommended argon2id: 19 MiB, two passes, one lane. The hash is argon2id's default form (PHC). */
const cost: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Passwords by argon2id. It runs on libuv's threads, not on the event loop. */
export function createPasswords(): Ports["passwords"] {
  // Verified against where there is no hash, so that an unknown address takes as long as a wrong password.
  let decoy: Promise<string> | null = null;
  return {
    hash: (password) => hash(password, cost),
    verify: async (stored, password) => {
      const against = stored ?? (await (decoy ??= hash("nobody has this password", cost)));
      const matches = await verify(against, password).catch(() => false);
      return stored !== null && matches;
    },
  };
}
