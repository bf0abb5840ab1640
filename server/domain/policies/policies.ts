import * as z from "zod";
import { validated } from "@/server/kernel/operation/execute";
import { wholeNumber } from "@/server/kernel/fields";
import { command, query } from "@/server/kernel/operation/operation";
import type { PlatformSettings } from "@/server/kernel/settings";
import { settingCommand, settingQuery } from "../settings/operations";
import { changeSetting, readSetting, settingTarget, setting } from "../settings/tenant-settings";
import { SessionPolicy, TokenPolicy, sessionDefaults, tokenDefaults } from "./policies.schema";

export const sessionPolicy = setting("session-policy", SessionPolicy, sessionDefaults);

export const tokenPolicy = setting("token-policy", TokenPolicy, tokenDefaults);

export const getSessionPolicy = settingQuery("ManageSessionPolicy", sessionPolicy, {
  name: "getSessionPolicy",
  rest: "GET /session-policy",
  console: "policies.session",
  summary: "Get the session policy",
});

export const updateSessionPolicy = settingCommand(
  "ManageSessionPolicy",
  sessionPolicy,
  z.strictObject(sessionPolicy.schema.shape).partial(),
  {
    name: "updateSessionPolicy",
    rest: "PATCH /session-policy",
    console: "policies.updateSession",
    summary: "Change the session policy",
    description: "Changes only the fields that are sent. Applies to sign-ins from now on.",
    event: "session_policy_updated",
  },
);

const ShownTokenPolicy = tokenPolicy.schema.extend({
  platformFloorAccessTokenSeconds: z.int().describe("Highest value that the platform permits."),
  platformFloorRefreshTokenDays: z.int().describe("Highest value that the platform permits."),
});

type Saved = z.output<typeof tokenPolicy.schema>;

/** Returns the effective policy. The platform may have lowered its maximum lifetimes after the policy was saved. */
const inForce = (policy: Saved, { maxAccessTokenSeconds, maxRefreshTokenDays }: PlatformSettings) => ({
  ...policy,
  accessTokenLifetimeSeconds: Math.min(policy.accessTokenLifetimeSeconds, maxAccessTokenSeconds),
  refreshTokenLifetimeDays: Math.min(policy.refreshTokenLifetimeDays, maxRefreshTokenDays),
  platformFloorAccessTokenSeconds: maxAccessTokenSeconds,
  platformFloorRefreshTokenDays: maxRefreshTokenDays,
});

export const getTokenPolicy = query({
  name: "getTokenPolicy",
  rest: "GET /token-policy",
  console: "policies.token",
  capability: "ManageSessionPolicy",
  summary: "Get the token policy",
  description: "Includes the maximums of the platform's administrator.",
  input: z.strictObject({}),
  output: ShownTokenPolicy,
  prepare: ({ ports }) => ports.settings(),
  run: async ({ tx }, _input, settings) => inForce(await readSetting(tx, tokenPolicy), settings),
});

/** The command checks these fields later against the platform's limits. The error message can then name the limits. */
const lifetimes = {
  accessTokenLifetimeSeconds: z.unknown().meta({ type: "integer", minimum: 300, maximum: 86_400 }),
  refreshTokenLifetimeDays: z.unknown().meta({ type: "integer", minimum: 1, maximum: 365 }),
};

export const updateTokenPolicy = command({
  name: "updateTokenPolicy",
  rest: "PATCH /token-policy",
  console: "policies.updateToken",
  capability: "ManageSessionPolicy",
  summary: "Change the token policy",
  description:
    "Changes only the fields that are sent. accessTokenLifetimeSeconds is from 300 to " +
    "platformFloorAccessTokenSeconds, refreshTokenLifetimeDays from 1 to platformFloorRefreshTokenDays. " +
    "Applies to tokens issued from now on.",
  input: z.strictObject({ ...tokenPolicy.schema.shape, ...lifetimes }).partial(),
  output: ShownTokenPolicy,
  event: "token_policy_updated",
  target: () => settingTarget(tokenPolicy),
  prepare: async ({ ports }, input) => {
    const settings = await ports.settings();
    const { accessTokenLifetimeSeconds, refreshTokenLifetimeDays } = input;
    const within = z.object({
      accessTokenLifetimeSeconds: wholeNumber(300, settings.maxAccessTokenSeconds).optional(),
      refreshTokenLifetimeDays: wholeNumber(1, settings.maxRefreshTokenDays).optional(),
    });
    return {
      settings,
      lifetimes: validated(within, { accessTokenLifetimeSeconds, refreshTokenLifetimeDays }),
    };
  },
  run: async ({ tx, now, changed }, { alwaysRequireConsent }, { settings, lifetimes }) => {
    const { before, after } = await changeSetting(
      tx,
      tokenPolicy,
      { ...lifetimes, alwaysRequireConsent },
      now,
    );
    // The platform's maximums limit the lifetimes. The form and the audit log show the limited values.
    const output = inForce(after, settings);
    changed(inForce(before, settings), output);
    return output;
  },
});
