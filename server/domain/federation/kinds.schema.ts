import { namesAt } from "@/server/kernel/user-fields";

/*
 * Facts about the kinds of identity providers that pages need before they load zod. The other parts of a kind are in its module
 * (kind.schema.ts).
 */

/** Placeholder in an LDAP filter for the identifier that the user typed. */
export const IDENTIFIER = "{identifier}";

/**
 * Default settings for linking accounts, for trust in addresses and for updates of profiles. The defaults apply to every kind of
 * provider.
 */
export const linkingDefaults = {
  trustEmail: false,
  emailDomains: [] as string[],
  linkByEmail: false,
  createPeople: false,
  updateProfile: true,
};

/** Checks the facts of a kind, and keeps the literal types of its names. */
const facts = <
  const Connector extends string,
  SignIn extends "password" | "redirect",
  const Addresses extends readonly string[],
  Defaults extends typeof linkingDefaults & { attributes: object },
>(of: {
  /** Connector that must be approved and enabled for an app. The app then offers the providers of this kind. */
  connector: Connector;
  /** `password`: the provider checks a typed password. `redirect`: the person signs in on the provider's pages. */
  signIn: SignIn;
  /** Names of our addresses that an operator enters at the provider. */
  addresses: Addresses;
  defaults: Defaults;
}) => of;

/** The kinds of identity providers, in the order of the console. The database stores the keys: never rename one. */
export const kindFacts = {
  ldap: facts({
    connector: "Ldap",
    signIn: "password",
    addresses: [],
    defaults: {
      ...linkingDefaults,
      startTls: false,
      caCertificate: "",
      bindDn: "",
      userFilter: `(&(objectClass=person)(|(uid=${IDENTIFIER})(mail=${IDENTIFIER})))`,
      subjectAttribute: "entryUUID",
      attributes: { email: "mail", ...namesAt("ldap") },
      timeoutSeconds: 5,
    },
  }),
  saml: facts({
    connector: "Saml",
    signIn: "redirect",
    addresses: ["metadata", "acs"],
    defaults: {
      ...linkingDefaults,
      signRequests: false,
      subjectAttribute: "",
      attributes: {
        email: "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress",
        ...namesAt("saml"),
      },
    },
  }),
  oidc: facts({
    connector: "Social",
    signIn: "redirect",
    addresses: ["callback"],
    defaults: {
      ...linkingDefaults,
      scopes: "openid email profile",
      teamId: "",
      keyId: "",
      attributes: { email: "email", ...namesAt("oidc") },
    },
  }),
};

type Facts = typeof kindFacts;
export type ProviderKind = keyof Facts;
export type AddressName<Kind extends ProviderKind = ProviderKind> = Facts[Kind]["addresses"][number];
/** Connectors of identity providers, which are also names of sign-in methods. */
export type ProviderConnector = Facts[ProviderKind]["connector"];

// The casts of this module are needed, because Object.keys and Object.fromEntries lose the names of the keys.
export const providerKinds = Object.keys(kindFacts) as ProviderKind[];

export const isProviderKind = (kind: string): kind is ProviderKind => Object.hasOwn(kindFacts, kind);

/** Creates a record with the value of each kind under the kind's connector. */
export const byConnector = <Value>(valueOf: (kind: ProviderKind) => Value) =>
  Object.fromEntries(providerKinds.map((kind) => [kindFacts[kind].connector, valueOf(kind)])) as Record<
    ProviderConnector,
    Value
  >;

export const providerConnectors = Object.keys(byConnector(() => null)) as ProviderConnector[];

const ways: Readonly<Record<string, "password" | "redirect">> = byConnector((kind) => kindFacts[kind].signIn);

/** Returns how people sign in by this connector. Returns null if the method is no connector of identity providers. */
export const signInBy = (method: string): "password" | "redirect" | null =>
  Object.hasOwn(ways, method) ? ways[method]! : null;

/** Returns our address with this name for a provider of a tenant. */
export const federationAddress = (
  baseUrl: string,
  { slug, kind, providerId }: { slug: string; kind: string; providerId: number },
  name: AddressName,
) => `${baseUrl}/federation/${slug}/${kind}/${providerId}/${name}`;
