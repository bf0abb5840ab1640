/** How far a message is. */
export const messageStates = ["queued", "sent", "failed", "kept"] as const;
