import { getExtracted } from "next-intl/server";

interface Guide {
  slug: string;
  name: string;
  /** Kinds of records that the provider sends, for example users and groups. */
  scope: string;
  /**
   * Steps at the provider, with the terms of the provider's console. The page shows the SCIM address and the token beside the
   * steps.
   */
  steps: string[];
  /** Pairs of a provider's field and the corresponding SCIM field, with an optional note. */
  mapping: [theirs: string, ours: string, note?: string][];
  /** Explanation how groups of the provider become roles. */
  groups: string;
  /** Known problems with this provider. */
  notes: string[];
}

const products = {
  "entra-id": "Microsoft Entra ID",
  okta: "Okta",
  onelogin: "OneLogin",
  jumpcloud: "JumpCloud",
  google: "Google Workspace",
};

async function entraId(): Promise<Guide> {
  const t = await getExtracted("scim-guides");
  return {
    slug: "entra-id",
    name: products["entra-id"],
    scope: t("People and roles"),
    steps: [
      t(
        "In the Entra admin center, open Enterprise applications, New application, Create your own application, and choose “Integrate any other application”.",
      ),
      t("Open the application’s Provisioning and set the mode to Automatic."),
      t(
        "Paste the base address as Tenant URL and the token as Secret Token, without the word Bearer. Choose Test Connection.",
      ),
      t(
        "Under Mappings, open Provision Microsoft Entra ID Users and set the mapping below before the first sync.",
      ),
      t(
        "Under Users and groups, assign the people and groups to provision. Set the provisioning status to On.",
      ),
    ],
    mapping: [
      ["userPrincipalName", "userName", t("Matching attribute, precedence 1")],
      ["objectId", "externalId", t("Replace the preset mailNickname")],
      ["mail", 'emails[type eq "work"].value'],
      ["givenName", "name.givenName"],
      ["surname", "name.familyName"],
      ["displayName", "displayName"],
      ["Switch([IsSoftDeleted], …)", "active"],
    ],
    groups: t(
      "Let providers govern a role that has the same name as the Entra group. Assign the group to the application: Entra finds the role by its name and links it.",
    ),
    notes: [
      t("Entra syncs about every 40 minutes. “Provision on demand” syncs one person at once."),
      t("Group names must be unique in Entra."),
    ],
  };
}

async function okta(): Promise<Guide> {
  const t = await getExtracted("scim-guides");
  return {
    slug: "okta",
    name: products.okta,
    scope: t("People and roles"),
    steps: [
      t(
        "In the Okta admin console, open the application, or create one with Create App Integration. On its General tab, enable SCIM provisioning.",
      ),
      t(
        "Under Provisioning, Integration, paste the base address as SCIM connector base URL. The unique identifier field for users is userName; tick to push new users, profile updates and groups.",
      ),
      t(
        "Choose HTTP Header as authentication mode and paste the token, without the word Bearer. Choose Test Connector Configuration and save.",
      ),
      t("Under Provisioning, To App, enable Create Users, Update User Attributes and Deactivate Users."),
      t("Under Assignments, assign people or groups."),
    ],
    mapping: [
      ["login", "userName"],
      ["user.email", "email", t("Primary")],
      ["user.firstName", "givenName"],
      ["user.lastName", "familyName"],
      ["user.displayName", "displayName"],
    ],
    groups: t(
      "Let providers govern a role here. In Okta, under Push Groups, refresh the app’s groups, push the group by name and choose Link Group with that role. Do not choose Create Group, because roles are created here.",
    ),
    notes: [t("Group Push changes who has the role. The role’s name does not change.")],
  };
}

async function oneLogin(): Promise<Guide> {
  const t = await getExtracted("scim-guides");
  return {
    slug: "onelogin",
    name: products.onelogin,
    scope: t("People and roles"),
    steps: [
      t(
        "In the OneLogin administration, open Applications, Add App, and choose “SCIM Provisioner with SAML (SCIM v2 Enterprise)”.",
      ),
      t("Under Configuration, paste the base address as SCIM Base URL and the token as SCIM Bearer Token."),
      t("Under API Connection, choose Enable."),
      t("Under Provisioning, tick Enable provisioning. For deleted or suspended people, choose Suspend."),
      t(
        "Under Access or Users, assign the application to people. Approve pending requests if you left approval on.",
      ),
    ],
    mapping: [
      [t("Email or Username"), "userName", t("In the SCIM JSON template")],
      [t("Email"), "emails[0].value"],
      [t("Given name"), "name.givenName"],
      [t("Family name"), "name.familyName"],
    ],
    groups: t(
      "Let providers govern a role here. Under Parameters, include Groups in user provisioning. Under Rules, set the groups of the application from OneLogin roles of the same name.",
    ),
    notes: [t("A template that leaves out active deactivates nobody.")],
  };
}

async function jumpCloud(): Promise<Guide> {
  const t = await getExtracted("scim-guides");
  return {
    slug: "jumpcloud",
    name: products.jumpcloud,
    scope: t("People and roles"),
    steps: [
      t(
        "In the JumpCloud admin portal, open SSO Applications, add a Custom Application and choose to export users to it (Identity Management).",
      ),
      t("Open its Identity Management tab and choose SCIM 2.0 as API type."),
      t(
        "Paste the base address as Base URL and the token as Token Key. As Test User Email, enter an address that has no account here.",
      ),
      t("Choose Test Connection, then Activate."),
      t("Under User Groups, assign the application to groups."),
    ],
    mapping: [
      ["email", "userName"],
      ["email", "emails[0].value", t("Primary")],
      ["firstname", "name.givenName"],
      ["lastname", "name.familyName"],
    ],
    groups: t(
      "Let providers govern a role here that has the name of the JumpCloud group. Then turn on management of groups in the Identity Management tab.",
    ),
    notes: [t("The test creates its user and then deactivates it. This user stays in the list, suspended.")],
  };
}

async function google(): Promise<Guide> {
  const t = await getExtracted("scim-guides");
  return {
    slug: "google",
    name: products.google,
    scope: t("People"),
    steps: [
      t(
        "In the Google admin console, open Apps, Web and mobile apps, and the application for which Google offers automatic provisioning.",
      ),
      t("Under Auto-provisioning, choose Set up auto-provisioning."),
      t("Paste the token as Access token, then the base address as Endpoint URL."),
      t(
        "Check the mapping below and choose the scope. For people who leave, choose to deactivate them within 24 hours.",
      ),
      t("Turn auto-provisioning on."),
    ],
    mapping: [
      [t("Basic Information > Username"), "userName", t("The whole address")],
      [t("Contact Information > Work email"), 'emails[type eq "work"].value'],
      [t("Basic Information > First Name"), "name.givenName"],
      [t("Basic Information > Last Name"), "name.familyName"],
    ],
    groups: t("Google provisions people only. Grant roles here, or import them by role sync."),
    notes: [t("Google provisions only applications of its own catalogue. Yours may not be included.")],
  };
}

/**
 * Returns the setup guides for common identity providers. Only the server loads the texts of the guides. The other SCIM pages
 * do not send these texts to the browser.
 */
export const guidesInWords = (): Promise<Guide[]> =>
  Promise.all([entraId(), okta(), oneLogin(), jumpCloud(), google()]);
