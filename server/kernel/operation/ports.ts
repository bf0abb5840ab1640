import type { PlatformSettings } from "../settings";
import type { CodedText } from "../texts/define";

/** Access to the outside for operations: in `prepare` only, never inside a transaction. */
export interface Ports {
  clock: () => Date;
  passwords: {
    /**
     * Returns an argon2id hash in PHC form. `by` is the network of the client (turnNetworkOf in network.ts); networks take
     * turns. Throws 503 if too many requests wait.
     */
    hash(password: string, by?: string): Promise<string>;
    /** Returns true if the password matches. Does not begin if `signal` is aborted before its turn, and throws 503 then. */
    verify(hash: string | null, password: string, by?: string, signal?: AbortSignal): Promise<boolean>;
    /** Returns true if the hash has another cost than new hashes. */
    isOutdated(hash: string): boolean;
  };
  /** Counts an attempt to use the password of this account. Throws 429 after too many. */
  slowGuessing: (account: string) => Promise<void>;
  /** Parses a CSV file of users (domain/user-imports/csv.ts) in a thread. Organizations take turns. */
  readPeople: (
    text: string,
    tenantId: number,
  ) => Promise<{ header: string[]; rows: { line: number; cells: string[] }[] }>;
  /** Returns the current settings of the platform. */
  settings: () => Promise<PlatformSettings>;
  /** Returns the registry's record of a tenant. */
  tenantRecord: (tenantId: number) => Promise<TenantRecord>;
  /**
   * Returns the TXT records of a name, each as one text. Returns none if the name has none or no server
   * answers.
   */
  txtRecords: (name: string) => Promise<string[]>;
  /** Returns the location of an address. Unknown parts are null. */
  locate: (ip: string | null) => Located;
  /** The running version, its start and its address. */
  installation: {
    version: string;
    startedAt: Date;
    database: "postgres" | "pglite";
    /** Base URL with the host of the request: the installation's own, or a custom domain (auth/hosted.ts). */
    baseUrl: string;
    /**
     * Base URL with the installation's own host, on every host. Links with the secret of an administrator use
     * it.
     */
    ownUrl: string;
    /** Handling of messages: sent, kept for reading, or off. */
    messages: Record<"email" | "sms", "sent" | "kept" | "off">;
    /** The data that `locate` has besides the country. */
    locates: LocatingKnowledge;
    /** Returns the free space of the embedded database's disk; null without such a disk. */
    freeSpace: () => { bytes: number; state: "enough" | "low" | "full" } | null;
  };
  /** The channels over which this installation sends messages or keeps them for reading. */
  channels: { email: boolean; sms: boolean };
  /**
   * Returns the reason why the server may not call this address (private host, scheme or port that is not
   * allowed), or null. `by` is the organization that gave the address; organizations take turns.
   */
  outboundObjection: (url: string, by: string) => Promise<string | null>;
  /**
   * Tests the connection to an identity provider with this configuration (domain/federation) and secret.
   * Never throws. `by` is the organization; organizations take turns.
   */
  tryProvider: (
    configuration: { kind: "ldap" | "saml" | "oidc"; settings: object },
    secret: string | null,
    by: string,
  ) => Promise<{ ok: boolean; findings: (CodedText | string)[] }>;
  /**
   * Creates a key and a certificate with this name, in PEM. `fingerprint` is the certificate's SHA-256, hex.
   */
  certifiedKey: (
    name: string,
  ) => Promise<{ privateKey: string; certificate: string; fingerprint: string; expiresAt: Date }>;
  /** Encrypts small texts for storage (AES-256-GCM). */
  vault: { encrypt(text: string): string; decrypt(sealed: string): string };
}

/** Location of an address. Null: unknown. */
export interface Located {
  /** ISO 3166-1 alpha-2, upper case. */
  country: string | null;
  region: string | null;
  /** Town and country as text for people. */
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
