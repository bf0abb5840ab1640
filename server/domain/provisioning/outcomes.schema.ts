/** Outcomes of a provider's request. */
export const provisioningOutcomes = ["succeeded", "refused", "failed"] as const;
