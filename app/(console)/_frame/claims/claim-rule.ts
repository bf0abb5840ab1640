import type { ApiClaimRule, ClaimPlace } from "@/server/domain/app-claims/claims.schema";

/** Rule for a claim of an app, or of an API, which has no places. */
export type ClaimRule = ApiClaimRule & { in?: ClaimPlace[] };
