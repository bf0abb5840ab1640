import type { Configuration } from "oidc-provider";
import type { ClientRecord } from "../clients";
import { browserRefreshSeconds } from "./browser-refresh";

const MINUTE = 60;
/** Maximum duration of a sign-in in seconds. */
export const INTERACTION = 60 * MINUTE;
const DAY = 86_400;
/** Maximum time in seconds for which a user can stay signed in. */
export const SESSION = 365 * DAY;

/** Returns the lifetimes in seconds. They follow the tenant's token policy, within the limits of the platform. */
export function lifetimes(recordOf: (client: object | undefined) => ClientRecord): Configuration["ttl"] {
  const policyFor = (client: object) => recordOf(client).app?.policy;
  const accessToken = (client: object) => policyFor(client)?.accessTokenLifetimeSeconds ?? 60 * MINUTE;
  return {
    AuthorizationCode: MINUTE,
    DeviceCode: 10 * MINUTE,
    Interaction: INTERACTION,
    AccessToken: (_ctx, token, client) => token.resourceServer?.accessTokenTTL ?? accessToken(client),
    IdToken: (_ctx, _token, client) => accessToken(client),
    RefreshToken: (ctx, token, client) => {
      const seconds = (policyFor(client)?.refreshTokenLifetimeDays ?? 14) * DAY;
      return browserRefreshSeconds(ctx, token, recordOf(client), seconds) ?? seconds;
    },
    Grant: 400 * DAY,
    // The tenant's own session may end earlier. Before the sign-in, the session contains only the state of a form.
    Session: (_ctx, { accountId }) => (accountId === undefined ? INTERACTION : SESSION),
  };
}
