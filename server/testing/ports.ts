import type { Reach } from "@/server/auth/federation/protocol";
import { readCsv } from "@/server/domain/user-imports/csv";
import type { Ports } from "@/server/kernel/operation/ports";
import { certifiedKey } from "@/server/ports/certificates";
import { createGuardedRequest } from "@/server/ports/guarded-fetch";
import { pooledSigningKey } from "./signing-keys";

/**
 * Ports for tests without external systems: every tenant exists, no name has records, every address may be
 * called and has no location.
 */
export const quietWorld: Pick<
  Ports,
  | "pause"
  | "tenantRecord"
  | "txtRecords"
  | "outboundObjection"
  | "slowGuessing"
  | "readPeople"
  | "channels"
  | "locate"
  | "installation"
  | "tryProvider"
  | "certifiedKey"
  | "signingKey"
> = {
  tenantRecord: (tenantId) =>
    Promise.resolve({
      slug: `tenant${tenantId}`,
      status: "active",
      storageProvider: "embedded",
      migrationStatus: "none",
      migrationTargetProvider: null,
    }),
  installation: {
    version: "0.0.0-test",
    startedAt: new Date("2026-03-01T00:00:00Z"),
    database: "pglite",
    baseUrl: "https://castellan.example",
    ownUrl: "https://castellan.example",
    messages: { email: "off", sms: "off" },
    locates: { regions: true, anonymizers: true },
    freeSpace: () => null,
  },
  // The time of answers is the subject of few tests.
  pause: () => Promise.resolve(),
  channels: { email: false, sms: false },
  slowGuessing: () => Promise.resolve(),
  readPeople: async (text) => readCsv(text),
  locate: () => ({ country: null, region: null, place: null, anonymizer: null }),
  txtRecords: () => Promise.resolve([]),
  outboundObjection: () => Promise.resolve(null),
  tryProvider: () => Promise.resolve({ ok: true, findings: [] }),
  certifiedKey: (name) => certifiedKey(name, new Date(), 2_048),
  signingKey: pooledSigningKey,
};

/** Identity providers may have any address: test providers run on this machine. */
export const anyReach: Reach = {
  request: createGuardedRequest({ allowPrivate: true, timeoutMs: 5_000, maxBytes: 1_000_000 }),
  allowPrivate: true,
};
