/**
 * Configures zod, before it loads, not to compile schemas by `new Function`. The policy of pages refuses this, and each attempt
 * would be reported as a violation. Has the effect of `z.config({ jitless: true })`. Zod itself is loaded with the first
 * validation of a form.
 */
export function checkFormsWithoutEval() {
  Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
}
