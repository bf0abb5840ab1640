/** The installed sign-in connectors, by the names of the methods that access rules use. */
export const installedConnectors = {
  EmailOtp: "One-time code by e-mail",
  SmsOtp: "One-time code by text message",
  MagicLink: "Sign-in link by e-mail",
  Ldap: "Password of an LDAP directory",
  Saml: "SAML 2.0 identity provider",
  Social: "Social or other OpenID Connect provider",
} as const;

export type ConnectorName = keyof typeof installedConnectors;

export const connectorNames = Object.keys(installedConnectors) as ConnectorName[];

export const isInstalled = (name: string): name is ConnectorName => Object.hasOwn(installedConnectors, name);
