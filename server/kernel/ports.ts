import type { PlatformSettings } from "./settings";

/** The outside world as operations may use it: in `prepare` only, never inside a transaction. */
export interface Ports {
  clock: () => Date;
  passwords: {
    /**
     * An argon2id hash in PHC form. `by`: the network of whoever asks (network.ts), by which those who wait take turns. Throws 503
     * where too many wait.
     */
    hash(password: string, by?: string): Promise<string>;
    verify(hash: string | null, password: string, by?: string): Promise<boolean>;
    /** Whether a hash was made at another cost than hashes are made at now. */
    isOutdated(hash: string): boolean;
  };
  /** Counts an attempt to give the password of this account; throws 429 when there were too many. */
  slowGuessing: (account: string) => Promise<void>;
  /** What a CSV file of users holds (domain/user-imports/csv.ts), read in a thread; organizations take turns. */
  readPeople: (
    text: string,
    tenantId: number,
  ) => Promise<{ header: string[]; rows: { line: number; cells: string[] }[] }>;
  /** The platform's settings as they stand now. */
  settings: () => Promise<PlatformSettings>;
  /** What the registry knows of a tenant. */
  tenantRecord: (tenantId: number) => Promise<TenantRecord>;
  /** The TXT records of a name, each as one text; none where the name has none or nobody answers. */
  txtRecords: (name: string) => Promise<string[]>;
  /** Where an address is, as far as anybody knows. */
  locate: (ip: string | null) => Located;
  /** What runs here, since when, and at which address people reach it. */
  installation: {
    version: string;
    startedAt: Date;
    database: "postgres" | "pglite";
    /** The host of the request: the installation's own, or a custom domain (auth/hosted.ts). */
    baseUrl: string;
    /** The installation's own host, on every host: links with the secret of an administrator lead there. */
    ownUrl: string;
    /** What becomes of messages: they are sent, kept to be read, or neither. */
    messages: Record<"email" | "sms", "sent" | "kept" | "off">;
    /** What `locate` can tell of any address, besides its country. */
    locates: LocatingKnowledge;
  };
  /** Over which channels this installation can send, or keeps to be read what it would have sent. */
  channels: { email: boolean; sms: boolean };
  /** Why a server may not call this address (its host is private, its scheme or port is not allowed), or null. */
  outboundObjection: (url: string) => Promise<string | null>;
  /** Tries to reach an identity provider with this configuration (domain/federation) and secret; never throws. */
  tryProvider: (
    configuration: { kind: "ldap" | "saml" | "oidc"; settings: object },
    secret: string | null,
  ) => Promise<{ ok: boolean; findings: string[] }>;
  /** Makes a key with a certificate in this name, in PEM; `fingerprint` is the certificate's SHA-256, hex. */
  certifiedKey: (
    name: string,
  ) => Promise<{ privateKey: string; certificate: string; fingerprint: string; expiresAt: Date }>;
  /** Encrypts small texts at rest (AES-256-GCM). */
  vault: { encrypt(text: string): string; decrypt(sealed: string): string };
}

/** Null: not known. */
export interface Located {
  /** ISO 3166-1 alpha-2, upper case. */
  country: string | null;
  region: string | null;
  /** Town and country as a reader says it. */
  place: string | null;
  /** Whether the address is a VPN's, a proxy's or of Tor. */
  anonymizer: boolean | null;
}

/** What the files that this installation was given can tell. What they cannot is null of every address. */
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
