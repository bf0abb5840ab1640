/** A request and its outcome, for the tenant's provisioning log. Bodies and tokens are not part of it. */
export interface ProvisioningRecord {
  /** The tenant, where the request had a token of it; else only what its address says. */
  tenant: { id: number; tokenId: number } | { slug: string };
  at: Date;
  method: string;
  path: string;
  about: string | null;
  target: string | null;
  outcome: "succeeded" | "refused" | "failed";
  status: number;
  detail: string | null;
  durationMs: number;
  requestId: string | null;
}

/** Takes a record without making anybody wait. */
export type RecordProvisioning = (record: ProvisioningRecord) => void;
