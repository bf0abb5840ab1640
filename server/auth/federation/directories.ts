import type { Logger } from "pino";
import { configurationOf } from "../../domain/federation/providers";
import { textIn } from "../../kernel/texts/text";
import type { FederatedProviders } from "../sign-in/federated-providers";
import type { Admittance } from "./admittance";
import { authenticateAt } from "./ldap";
import { describe, type Reach } from "./oidc";

interface DirectoriesDeps {
  admittance: Admittance;
  reach: Pick<Reach, "allowPrivate">;
  log: Logger;
}

/** Checks identifier and password against the directories of an app, one after another in the order of their names. */
export const createDirectories =
  ({ admittance, reach, log }: DirectoriesDeps): FederatedProviders["byPassword"] =>
  async (tenantId, appId, identifier, password, signs) => {
    let wrong: number | null = null;
    for (const provider of await admittance.offered({ tenantId, appId })) {
      const configuration = configurationOf(provider);
      if (configuration.kind !== "ldap") continue;
      const options = {
        settings: configuration.settings,
        secret: admittance.secretOf(provider),
        allowPrivate: reach.allowPrivate,
        by: String(tenantId),
      };
      const refused = async (subject: string) => {
        wrong ??= await admittance.linkedTo(tenantId, provider.id, subject);
      };
      const identity = await authenticateAt(options, identifier, password, refused).catch(
        (error: unknown) => {
          // A directory that does not answer must not prevent sign-ins through the others.
          log.warn(
            { tenantId, providerId: provider.id, reason: textIn("en", describe(error)) },
            "directory not reached",
          );
          return null;
        },
      );
      if (identity) return admittance.admit({ tenantId, appId }, provider, identity, signs);
    }
    return wrong === null ? null : { userId: wrong, wrong: true };
  };
