/** Outcomes of a request from an identity provider. */
export const provisioningOutcomes = ["succeeded", "refused", "failed"] as const;
