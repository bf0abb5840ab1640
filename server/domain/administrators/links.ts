import { isAdministrator } from "../users/administrator-guard";
import type { Ports } from "@/server/kernel/ports";
import { oneTimeTokenRefusals } from "@/server/kernel/refusals/one-time-tokens";
import type { ReadTx } from "@/server/kernel/store";

/*
 * Links with a secret, of administrators. A custom domain is set up by the capability ManageDomains: whoever serves it reads
 * every link that is opened there. So an administrator's links lead to the installation's own host, and work only there.
 */

type WithInstallation = Pick<Ports, "installation">;

/** Returns whether the request came to a custom domain. */
export const atCustomDomain = ({ installation }: WithInstallation) =>
  installation.baseUrl !== installation.ownUrl;

/** Returns the base of a link with a secret, and whether that is a custom domain. */
export function linkBase(ports: WithInstallation, administers: boolean) {
  const { baseUrl, ownUrl } = ports.installation;
  const base = administers ? ownUrl : baseUrl;
  return { base, elsewhere: base !== ownUrl };
}

/** Throws 400 for the link of an administrator that leads to a custom domain, or is opened there (`elsewhere`). */
export async function refuseElsewhere(
  tx: Pick<ReadTx, "administrators">,
  userId: number,
  elsewhere: boolean,
): Promise<void> {
  if (elsewhere && (await isAdministrator(tx, userId))) throw oneTimeTokenRefusals.link_invalid();
}
