import { watchHistory } from "./components/form/leave-guard";
import { giveStylesTheNonce } from "./components/style-nonce";

// Next runs this before its router starts.
giveStylesTheNonce();
checkFormsWithoutEval();
watchHistory();

/**
 * Configures zod, before it loads, not to compile schemas by `new Function`. The policy of pages refuses this, and each attempt
 * would be reported as a violation. Has the effect of `z.config({ jitless: true })`. Zod itself is loaded with the first
 * validation of a form.
 */
function checkFormsWithoutEval() {
  Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
}
