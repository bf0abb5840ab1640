import { isAdministrator } from "../users/administrator-guard";
import type { Ports } from "@/server/kernel/operation/ports";
import type { ReadTx } from "@/server/kernel/operation/store";
import { oneTimeTokenRefusals } from "../one-time-tokens/tokens";

/*
 * Links with a secret for administrators. Any actor with the capability ManageDomains can set up a custom domain. The operator
 * of the custom domain can read every link that is opened there. An administrator's links therefore lead to the installation's
 * own host and are valid only there.
 */

type WithInstallation = Pick<Ports, "installation">;

/** Returns true if the request came to a custom domain. */
export const atCustomDomain = ({ installation }: WithInstallation) =>
  installation.baseUrl !== installation.ownUrl;

/** Returns the base URL of a link with a secret. `elsewhere` is true if the base URL is on a custom domain. */
export function linkBase(ports: WithInstallation, administers: boolean) {
  const { baseUrl, ownUrl } = ports.installation;
  const base = administers ? ownUrl : baseUrl;
  return { base, elsewhere: base !== ownUrl };
}

/**
 * Throws (400) if the user is an administrator and `elsewhere` is true. `elsewhere` means that the link leads to a custom
 * domain or is opened there.
 */
export async function refuseElsewhere(
  tx: Pick<ReadTx, "administrators">,
  userId: number,
  elsewhere: boolean,
): Promise<void> {
  if (elsewhere && (await isAdministrator(tx, userId))) throw oneTimeTokenRefusals.link_invalid();
}
