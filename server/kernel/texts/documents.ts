import { defineTexts } from "./define";

/** Notes of the server on versions of a document template. */
export const documentTexts = defineTexts("document", {
  version_again: "Version {version} again",
});
