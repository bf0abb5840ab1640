import { defineTexts } from "./define";

/** Subjects and reasons of Bulk requests in the log of provisioning. */
export const provisioningTexts = defineTexts("provisioning", {
  one_operation: "{count} operation",
  operations: "{count} operations",
  some_refused: "{refused} of {operations} were refused. The first: {reason}",
});
