import { hash, verify, type Options } from "@node-rs/argon2";
import type { Ports } from "../kernel/ports";

/** OWASP's smallest recommended argon2id: 19 MiB, two passes, one lane. The hash is argon2id's default form (PHC). */
const cost: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Passwords by argon2id. It runs on libuv's threads, not on the event loop. */
export function createPasswords(): Ports["passwords"] {
  // Where there is no hash, the same work is done for nothing, so that an unknown address takes as long as a wrong
  // password: verifying is hashing and comparing.
  const inVain = (password: string) => hash(password, cost).then(() => false);
  return {
    hash: (password) => hash(password, cost),
    verify: (stored, password) =>
      stored === null ? inVain(password) : verify(stored, password).catch(() => inVain(password)),
  };
}
