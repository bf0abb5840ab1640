import { defineTexts } from "./define";

/** Problems that the verification of the audit log finds. */
export const auditTexts = defineTexts("audit", {
  seals_missing: "Seals are missing before seal {seal}.",
  event_removed: "Seal {seal}: event {event} was removed.",
  event_changed: "Seal {seal}: one of its events, or the seal, was changed.",
  seal_replaced: "Seal {seal} is not the one that is known.",
  events_removed: "The events up to seal {seal} were removed, and not by retention.",
  end_removed: "Seal {known} is known, but the chain ends at {last}.",
  events_added: "{count} events were slipped in: no seal covers them.",
});
