import type { PlatformSettings } from "../settings";
import type { GeneratedKey, SigningAlgorithm } from "../signing-keys";
import type { CodedText } from "../texts/define";

/**
 * Functions that operations use to reach anything outside the database. Called in `prepare` only, never inside a transaction.
 */
export interface Ports {
  clock: () => Date;
  passwords: {
    /**
     * Returns an argon2id hash of the password in NFC, in PHC form. `by` is the address prefix of the client (turnNetworkOf in network.ts). Prefixes
     * are served in rotation. Throws 503 if too many requests wait.
     */
    hash(password: string, by?: string): Promise<string>;
    /**
     * Returns true if the password, in NFC or as it was typed, matches the hash. Throws 503 if `signal` is aborted while the call waits for a free place.
     */
    verify(hash: string | null, password: string, by?: string, signal?: AbortSignal): Promise<boolean>;
    /** Returns true if the cost parameters of the hash differ from the current ones. */
    isOutdated(hash: string): boolean;
  };
  /** Waits some milliseconds, so that the time of an answer does not reveal whether an account exists. */
  pause: (ms: number) => Promise<unknown>;
  /** Counts a sign-in attempt with the password of this account. Throws 429 after too many attempts. */
  slowGuessing: (account: string) => Promise<void>;
  /** Parses a CSV file of users (domain/user-imports/csv.ts) in a process of its own. Organizations are served in rotation. */
  readPeople: (
    text: string,
    tenantId: number,
  ) => Promise<{ header: string[]; rows: { line: number; cells: string[] }[] }>;
  /** Returns the current settings of the platform. */
  settings: () => Promise<PlatformSettings>;
  /** Returns the tenant's row in the registry database. */
  tenantRecord: (tenantId: number) => Promise<TenantRecord>;
  /**
   * Returns the TXT records of a DNS name, each as one text. Returns an empty list if there are no records or no name server
   * answers.
   */
  txtRecords: (name: string) => Promise<string[]>;
  /** Returns the location of an IP address. Unknown parts are null. */
  locate: (ip: string | null) => Located;
  /** Version, start time and addresses of the running server. */
  installation: {
    version: string;
    startedAt: Date;
    database: "postgres" | "pglite";
    /** Base URL with the host of the request: the installation's own host, or a custom domain (auth/hosted.ts). */
    baseUrl: string;
    /**
     * Base URL with the installation's own host, even in a request to a custom domain. For links that contain a secret of an
     * administrator.
     */
    ownUrl: string;
    /** Handling of messages. `sent`: sent to the recipient. `kept`: only stored, for reading in the console. `off`: neither. */
    messages: Record<"email" | "sms", "sent" | "kept" | "off">;
    /** Data that `locate` can return in addition to the country. */
    locates: LocatingKnowledge;
    /** Returns the free space on the disk of the embedded database. Null for another database. */
    freeSpace: () => { bytes: number; state: "enough" | "low" | "full" } | null;
  };
  /** True for each channel whose messages this installation sends or stores. */
  channels: { email: boolean; sms: boolean };
  /**
   * Returns the reason why the server may not send a request to this address, or null. Reasons are a private host, a forbidden
   * scheme or a forbidden port. `by` is the organization that entered the address. Organizations are served in rotation.
   */
  outboundObjection: (url: string, by: string) => Promise<string | null>;
  /**
   * Tests the connection to an identity provider with this configuration (domain/federation) and secret. Never throws. `by` is
   * the organization. Organizations are served in rotation.
   */
  tryProvider: (
    configuration: { kind: string; settings: object },
    secret: string | null,
    by: string,
  ) => Promise<{ ok: boolean; findings: (CodedText | string)[] }>;
  /**
   * Creates a private key and a self-signed certificate with this name, in PEM. `fingerprint` is the SHA-256 of the
   * certificate, hex.
   */
  certifiedKey: (
    name: string,
  ) => Promise<{ privateKey: string; certificate: string; fingerprint: string; expiresAt: Date }>;
  /** Creates a key that signs tokens with this algorithm. */
  signingKey: (algorithm: SigningAlgorithm) => Promise<GeneratedKey>;
  /** Encrypts small texts for storage (AES-256-GCM). */
  vault: { encrypt(text: string): string; decrypt(sealed: string): string };
}

/** Location of an IP address. Unknown parts are null. */
export interface Located {
  /** ISO 3166-1 alpha-2, upper case. */
  country: string | null;
  region: string | null;
  /** Town and country as one text for display. */
  place: string | null;
  /** True if the address belongs to a VPN, a proxy or Tor. */
  anonymizer: boolean | null;
}

/** Data in the location files of this installation. A field without data is null for every address. */
export interface LocatingKnowledge {
  regions: boolean;
  anonymizers: boolean;
}

export interface TenantRecord {
  slug: string;
  status: "active" | "suspended";
  storageProvider: string;
  migrationStatus: string;
  migrationTargetProvider: string | null;
}
