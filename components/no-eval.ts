/**
 * Tells zod, before it loads, to compile no schema by `new Function`: the policy of pages refuses it, and each try would be reported as
 * a violation. It is what `z.config({ jitless: true })` sets; zod itself is loaded with the first check of a form.
 */
export function checkFormsWithoutEval() {
  Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
}
