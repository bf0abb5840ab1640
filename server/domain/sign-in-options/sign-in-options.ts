import * as z from "zod";
import { command, query } from "@/server/kernel/operation/operation";
import { SignInOptions } from "@/server/kernel/settings";
import { changeSetting, readSetting, setting, settingTarget } from "../settings/tenant-settings";
import { defineRefusals } from "@/server/kernel/texts/define";

const signInOptionRefusals = defineRefusals("sign_in_option", {
  not_allowed: { status: 400, text: "{option}: is not allowed by the platform's administrator." },
});

/** The sign-in options that the organization has chosen. */
export const signInOptions = setting("signin-options", z.object(SignInOptions.shape), {
  webAuthnEnabled: true,
  webAuthnAllowAsAuthentication: true,
  webAuthnAllowAsMfa: true,
  deviceFlowEnabled: false,
  magicLinkCrossDeviceEnabled: false,
});

const names = Object.keys(SignInOptions.shape) as (keyof SignInOptions)[];

/** Returns the effective options: those that the organization chose and the platform allows. */
export const allowedOptions = (chosen: SignInOptions, allowed: SignInOptions): SignInOptions =>
  z.parse(SignInOptions, Object.fromEntries(names.map((name) => [name, chosen[name] && allowed[name]])));

export const getSignInOptions = query({
  name: "getSignInOptions",
  rest: "GET /signin-options",
  capability: "ManageSignInOptions",
  summary: "Get the sign-in options",
  description:
    "Returns the options in force: an option that the platform's administrator does not allow reads as false.",
  input: z.strictObject({}),
  output: SignInOptions,
  prepare: async ({ ports }) => (await ports.settings()).allowedSignInOptions,
  run: async ({ tx }, _input, allowed) => allowedOptions(await readSetting(tx, signInOptions), allowed),
});

/**
 * Returns the effective options and the options that the platform allows. With both, the console can explain a disabled switch.
 */
export const getSignInOptionsAllowed = query({
  name: "getSignInOptionsAllowed",
  console: { at: "policies.signInOptions", shows: ["GET /signin-options"] },
  capability: "ManageSignInOptions",
  summary: "Get the sign-in options with what the platform allows",
  input: z.strictObject({}),
  output: z.object({ inForce: SignInOptions, allowed: SignInOptions }),
  prepare: async ({ ports }) => (await ports.settings()).allowedSignInOptions,
  run: async ({ tx }, _input, allowed) => ({
    inForce: allowedOptions(await readSetting(tx, signInOptions), allowed),
    allowed,
  }),
});

export const updateSignInOptions = command({
  name: "updateSignInOptions",
  rest: "PATCH /signin-options",
  console: "policies.updateSignInOptions",
  capability: "ManageSignInOptions",
  summary: "Change the sign-in options",
  description:
    "Changes only the fields that are sent. Refuses to enable an option that the platform's administrator does not allow.",
  input: SignInOptions.partial(),
  output: SignInOptions,
  event: "signin_options_updated",
  target: () => settingTarget(signInOptions),
  prepare: async ({ ports }, input) => {
    const { allowedSignInOptions: allowed } = await ports.settings();
    const refused = names.find((name) => input[name] === true && !allowed[name]);
    if (refused) throw signInOptionRefusals.not_allowed({ option: refused }, { field: refused });
    return allowed;
  },
  run: async ({ tx, now, changed }, patch, allowed) => {
    const { before, after } = await changeSetting(tx, signInOptions, patch, now);
    changed(before, after);
    return allowedOptions(after, allowed);
  },
});

/** Returns true if users may set up passkeys as second factors. */
export const offersPasskeys = (options: SignInOptions): boolean =>
  options.webAuthnEnabled && options.webAuthnAllowAsMfa;

/**
 * Returns true if a user's passkeys count as second factors. An administrator's passkeys always count. A change of the options
 * could otherwise remove an owner's second factor.
 */
export const takesPasskeys = (options: SignInOptions, isAdministrator: boolean): boolean =>
  isAdministrator || offersPasskeys(options);
