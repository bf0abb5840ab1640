import { getExtracted } from "next-intl/server";

/** Returns the names of the console's areas and their groups in the sidebar. */
export async function areaWords() {
  const t = await getExtracted("console");
  return {
    groups: {
      organization: t("Organization"),
      people: t("People"),
      access: t("Access"),
      signIn: t("Sign-in"),
      machines: t("Machines"),
      settings: t("Settings"),
      records: t("Records"),
      platform: t("Platform"),
    },
    areas: {
      overview: t("Overview"),
      approvals: t("Approvals"),
      users: t("Users"),
      administrators: t("Administrators"),
      invitations: t("Invitations"),
      tags: t("Tags"),
      customFields: t("Custom fields"),
      roles: t("Roles"),
      apps: t("Apps"),
      apis: t("APIs"),
      governance: t("Governance"),
      accessRules: t("Access rules"),
      devices: t("Devices"),
      signInMethods: t("Sign-in methods"),
      signInOptions: t("Sign-in options"),
      sessionPolicy: t("Sessions and tokens"),
      actAs: t("Act-as"),
      security: t("Security"),
      apiAccess: t("API access"),
      serviceAccounts: t("Service accounts"),
      scim: t("SCIM provisioning"),
      roleSync: t("Role sync"),
      webhooks: t("Webhooks"),
      general: t("General"),
      branding: t("Branding"),
      domain: t("Domain"),
      notifications: t("Notifications"),
      documents: t("Documents"),
      auditLog: t("Audit log"),
      dataExport: t("Data export"),
      storage: t("Storage"),
      organizations: t("Organizations"),
      policies: t("Policies"),
      messages: t("Messages"),
      system: t("System"),
    },
  };
}

type AreaWords = Awaited<ReturnType<typeof areaWords>>;
export type AreaGroupId = keyof AreaWords["groups"];
export type AreaId = keyof AreaWords["areas"];
