import type { CodedText } from "@/server/kernel/texts/define";

/** A request and its outcome for the tenant's provisioning log, without bodies and tokens. */
export interface ProvisioningRecord {
  /** The tenant and the token of the request. If the token is invalid, contains only the slug of the URL. */
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

/** Records a request without delaying the response. */
export type RecordProvisioning = (record: ProvisioningRecord) => void;
