import type { CodedText } from "@/server/kernel/texts/define";

/**
 * A request of an identity provider and its outcome, for the organization's provisioning log. Contains neither bodies nor
 * tokens.
 */
export interface ProvisioningRecord {
  /** The tenant and the token of the request. If the token is invalid, only the slug from the URL. */
  tenant: { id: number; tokenId: number } | { slug: string };
  at: Date;
  method: string;
  path: string;
  about: CodedText | string | null;
  target: string | null;
  outcome: "succeeded" | "refused" | "failed";
  status: number;
  detail: CodedText | string | null;
  durationMs: number;
  requestId: string | null;
}

/** Records a request in the provisioning log. The response does not wait for the record. */
export type RecordProvisioning = (record: ProvisioningRecord) => void;
