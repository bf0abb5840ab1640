/** How a request of a provider ended. */
export const provisioningOutcomes = ["succeeded", "refused", "failed"] as const;
