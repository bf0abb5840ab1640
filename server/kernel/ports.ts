import type { PlatformSettings } from "./settings";

/** The outside world as operations may use it: in `prepare` only, never inside a transaction. */
export interface Ports {
  clock: () => Date;
  passwords: {
    /** An argon2id hash in PHC form. */
    hash(password: string): Promise<string>;
    verify(hash: string | null, password: string): Promise<boolean>;
  };
  /** The platform's settings as they stand now. */
  settings: () => Promise<PlatformSettings>;
  /** Encrypts small texts at rest (AES-256-GCM). */
  vault: { encrypt(text: string): string; decrypt(sealed: string): string };
}
