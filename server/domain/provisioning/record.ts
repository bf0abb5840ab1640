import type { CodedText } from "@/server/kernel/texts/define";

/** A request and its outcome for the tenant's provisioning log, without bodies and tokens. */
export interface ProvisioningRecord {
  /** The tenant and token of the request; without a valid token, only the slug in the URL. */
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

/** Records a request; does not delay the response. */
export type RecordProvisioning = (record: ProvisioningRecord) => void;
