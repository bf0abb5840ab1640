/** States of a message. */
export const messageStates = ["queued", "sent", "failed", "kept"] as const;
