import { useExtracted } from "next-intl";

/**
 * Returns other words for the areas of an organization, by path: the words of other consoles and of everyday language. The
 * palette finds an area by the beginnings of these words.
 */
export function useAreaSynonyms(): Readonly<Record<string, string>> {
  const t = useExtracted("console");
  return {
    "/approvals": t("requests pending inbox tasks"),
    "/users": t("people accounts members lock unlock block suspend reset password directory"),
    "/administrators": t("admins owners permissions"),
    "/invitations": t("invite onboarding"),
    "/tags": t("labels groups segments"),
    "/custom-fields": t("attributes metadata schema"),
    "/roles": t("groups permissions rbac entitlements"),
    "/apps": t("applications clients oauth oidc redirect"),
    "/governance": t("approval privileged access review"),
    "/access-rules": t("conditional access policies countries geo block ip address allow deny hours"),
    "/devices": t("computers phones trust"),
    "/sign-in-methods": t(
      "sso saml oidc ldap google microsoft connectors identity providers federation login",
    ),
    "/sign-in-options": t(
      "mfa 2fa two-factor totp authenticator sms text passkeys passwords codes magic link",
    ),
    "/session-policy": t("timeout idle lifetime refresh tokens"),
    "/act-as": t("impersonation support"),
    "/security": t("alerts risk attacks sign-ins mfa reset threats"),
    "/api-access": t("api keys credentials tokens client secret"),
    "/service-accounts": t("machines bots robots"),
    "/scim": t("provisioning directory sync okta entra"),
    "/role-sync": t("group sync mapping"),
    "/webhooks": t("events callbacks endpoints deliveries"),
    "/settings": t("name language time zone retention"),
    "/branding": t("logo colours colors theme favicon appearance"),
    "/domain": t("dns url custom address"),
    "/notifications": t("mails alerts channels"),
    "/documents": t("templates pdf invoices"),
    "/audit": t("history events activity log trail"),
    "/data-export": t("backup download gdpr"),
    "/storage": t("database migration"),
  };
}
