import { isAdministrator } from "../users/administrator-guard";
import type { Ports } from "@/server/kernel/operation/ports";
import { oneTimeTokenRefusals } from "@/server/kernel/refusals/one-time-tokens";
import type { ReadTx } from "@/server/kernel/operation/store";

/*
 * Links with a secret for administrators. An actor with the capability ManageDomains sets up a custom domain. The
 * operator of that domain can read every link that is opened there. An administrator's links therefore lead to the
 * installation's own host and are valid only there.
 */

type WithInstallation = Pick<Ports, "installation">;

/** Returns true if the request came to a custom domain. */
export const atCustomDomain = ({ installation }: WithInstallation) =>
  installation.baseUrl !== installation.ownUrl;

/** Returns the base URL of a link with a secret. `elsewhere` is true if the base is a custom domain. */
export function linkBase(ports: WithInstallation, administers: boolean) {
  const { baseUrl, ownUrl } = ports.installation;
  const base = administers ? ownUrl : baseUrl;
  return { base, elsewhere: base !== ownUrl };
}

/**
 * Throws (400) if the link is an administrator's and `elsewhere` is true: it leads to a custom domain or is opened
 * there.
 */
export async function refuseElsewhere(
  tx: Pick<ReadTx, "administrators">,
  userId: number,
  elsewhere: boolean,
): Promise<void> {
  if (elsewhere && (await isAdministrator(tx, userId))) throw oneTimeTokenRefusals.link_invalid();
}
