import { Configuration } from "../../domain/federation/federation.schema";
import { providerKinds, type ProviderKind } from "../../domain/federation/kinds.schema";
import type { Ports } from "../../kernel/operation/ports";
import type { CodedText } from "../../kernel/texts/define";
import { ldap } from "./ldap/ldap";
import { oidc } from "./oidc/oidc";
import { describeError, type AnyProtocol, type Protocol, type Reach, type StartProtocol } from "./protocol";
import { saml } from "./saml/protocol";

const registry: { readonly [Kind in ProviderKind]: Protocol<Kind> } = { ldap, saml, oidc };

/** The protocol of each kind of identity provider. */
const protocols: Readonly<Record<ProviderKind, AnyProtocol>> = registry;

/** Creates the sign-in of each kind of identity provider. */
export const startProtocols = (deps: StartProtocol) =>
  // The cast is needed, because Object.fromEntries loses the names of the kinds.
  Object.fromEntries(providerKinds.map((kind) => [kind, protocols[kind].start(deps)])) as Record<
    ProviderKind,
    ReturnType<AnyProtocol["start"]>
  >;

/** Tests the connection to a provider step by step. Returns the findings in words, and the step that failed. Never throws. */
export const createTryProvider =
  (reach: Reach): Ports["tryProvider"] =>
  async (given, secret, by) => {
    const findings: (CodedText | string)[] = [];
    try {
      const { kind, settings } = Configuration.parse(given);
      await protocols[kind].tryConnection({ settings, secret, by }, reach, findings);
      return { ok: true, findings };
    } catch (error) {
      return { ok: false, findings: [...findings, describeError(error)] };
    }
  };
