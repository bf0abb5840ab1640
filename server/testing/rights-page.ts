import type { Operation } from "@/server/kernel/operation/operation";

/*
 * Parts of docs/rights.md that are not in the server's tables. server/domain/administrators/rights.test.ts
 * generates the page.
 */

/** Commands that do not change another user, by reason. */
export const untouching = (commands: ReadonlyMap<string, Operation>): Record<string, string[]> => ({
  "The user runs it on the own account, or the server for the user; an administrator who acts as the user is refused (act-as-rights.test.ts)":
    [
      ...[...commands].flatMap(([name, { capability }]) => (capability === "ManageOwnAccount" ? [name] : [])),
      "joinByInvitation",
      "requestPasswordReset",
      "resetPassword",
      "verifyEmail",
      "confirmEmailChange",
      "admitOutsideIdentity",
      "authorizeApp",
      "decideActAsRequest",
      "endActAsOfMe",
      "saveOwnView",
      "removeOwnView",
    ],
  "The server runs it at a time or after an incident": [
    "endExpiredActAs",
    "reportTokenReuse",
    "trimAuditLog",
    "finishBulkJob",
    "finishUserImport",
    "disableWebhook",
  ],
  "It creates an ordinary user and changes no existing one": ["createUser", "provisionPerson"],
  "Each step is a command of the table above, with the rights of the administrator who started or resumed the work":
    [
      "startBulkJob",
      "undoBulkJob",
      "resumeBulkJob",
      "stopBulkJob",
      "createUserImport",
      "startUserImport",
      "stopUserImport",
      "deleteUserImport",
    ],
  "It gives a program no capability that the actor lacks (lacking-rights.test.ts)": [
    "createCredential",
    "updateCredentialCapabilities",
    "rotateCredential",
    "revokeCredential",
    "createScimToken",
    "revokeScimToken",
    "createServiceAccount",
    "suspendServiceAccount",
    "reactivateServiceAccount",
    "removeServiceAccount",
    "setAppOwnScopes",
    "createMachineApp",
    "setAppServiceAccount",
  ],
  "It concerns a record or a setting of the organization": [
    "loseAudience",
    "setGeoRestriction",
    "createApp",
    "updateApp",
    "rotateAppSecret",
    "setAppAuthentication",
    "setAppClaims",
    "addAppSecret",
    "removeAppSecret",
    "deleteApp",
    "setAppRestricted",
    "setAppSignIn",
    "grantAppToTag",
    "revokeAppFromTag",
    "setAppOrigins",
    "setAppLogoutUris",
    "setAppProtocol",
    "createApi",
    "updateApi",
    "deleteApi",
    "rotateApiSecret",
    "createApiScope",
    "updateApiScope",
    "deleteApiScope",
    "setApiApp",
    "setApiClaims",
    "removeApiApp",
    "setApiRole",
    "loseApiAudience",
    "setAppConnector",
    "approveConnector",
    "requestConnectorApproval",
    "denyConnectorRequest",
    "saveCustomField",
    "orderCustomFields",
    "deleteCustomField",
    "uploadAsset",
    "deleteAsset",
    "createTemplate",
    "updateTemplate",
    "deleteTemplate",
    "saveVersion",
    "restoreVersion",
    "setCustomDomain",
    "verifyCustomDomain",
    "removeCustomDomain",
    "updateNotificationSettings",
    "createProvider",
    "updateProvider",
    "setProviderEnabled",
    "deleteProvider",
    "testProvider",
    "addProviderKey",
    "useProviderKey",
    "removeProviderKey",
    "updateTokenPolicy",
    "updateActAsSettings",
    "acknowledgeAlert",
    "createSource",
    "setSourceEnabled",
    "deleteSource",
    "configureSource",
    "runSourceNow",
    "createRole",
    "updateRole",
    "deleteRole",
    "createAppRole",
    "updateAppRole",
    "deleteAppRole",
    "setRoleGoverned",
    "createTag",
    "updateTag",
    "setTagPolicy",
    "unsetTagPolicy",
    "deleteTag",
    "updateAuditSettings",
    "updateInvitationSettings",
    "updateMessageSettings",
    "updateRiskPolicy",
    "updateSessionPolicy",
    "updateTenantConfig",
    "setPoweredBy",
    "updateSignInOptions",
    "createWebhook",
    "updateWebhook",
    "rotateWebhookSecret",
    "removeOldWebhookSecret",
    "deleteWebhook",
    "replayDelivery",
    "replayFailed",
    "sendTestEvent",
  ],
});

export const rightsPage = `# Who may do what to whom

A capability determines which operations an actor may run. This page lists for developers and administrators on whom the actor may run
them. It is generated from the tables that the server uses (\`server/kernel/operation/person-changes.ts\` and the \`touches\` of each command).
\`server/domain/administrators/rights.test.ts\` keeps the page current, and runs each command below on an ordinary user, an
administrator and an owner.

## The rule

An operation that changes another user declares the kind of the change. A reserved change of an **administrator or an owner** requires
the capability **ManageTenantAdmins** in addition to the capability of the operation. Owners have it, and credentials to which an owner
gave it. All others are refused with 403 \`insufficient_scope\`: administrators without the owner role, credentials without the capability,
and every SCIM token. Nothing of a refused request is applied. One function decides for every channel: \`guardAdministrator\`
(\`server/domain/users/administrator-guard.ts\`). For ordinary users the capability of the operation is sufficient.

| change | what | reserved | because | commands |
| --- | --- | --- | --- | --- |
{changes}

## By actor

| actor | changes of ordinary users | changes of administrators and owners |
| --- | --- | --- |
| owner in the console | all | all, except one that would leave no owner who can sign in |
| credential with ManageTenantAdmins | those that its other capabilities allow | the same |
| administrator in the console | all that administrators may make | changes that are not reserved |
| credential without ManageTenantAdmins | those that its capabilities allow | changes that are not reserved |
| SCIM token, of any creator | users and the members of governed roles | names, other attributes, governed roles |
| bulk job, import | each step as the administrator who started or resumed it, with the rights at that moment | the same |
| administrator who acts as a user | those of the user, without factors, passwords, consents and mails | only an owner acts as an administrator |
| the user | the own account | |

Rules of the organization, a tag or an app, the country restriction and the policies of tags apply to all users that they match, also to
administrators. They are the organization's configuration, so ManageAccessRules and ManageRelationshipTags are sufficient. No rule, restriction or
limit keeps an owner out of the console or shortens a session there, so that an owner can revert any of them.

A SCIM token does not have the rights of its creator: it remains when the creator loses the rights, and its provider decides about people
without the knowledge of an owner. A provider that deactivates an administrator is refused (403). Deactivating the last active owner or
administrator is refused with 400. An owner must first suspend the user in the console or remove the administrator role.

## Becoming an administrator

**Appointing and inviting**

- ManageTenantAdmins is required to appoint an administrator (\`POST /admins\`), to invite one (\`tenant_admin\`) and to revoke such an
  invitation. ManageInvitations alone is for invitations of users.
- An account whose address was used before a mail of this server proved it is appointed (\`POST /admins\`, console), and everything that an
  earlier user may have left ends, as listed below, and linked identities. An account counts as used if it has a password, a factor, a linked
  identity, a sign-in or a session. The person who created it may know the password, and may since have changed the address to that of
  another person. An invitation, and the rise of such an administrator to an owner, refuse (400) until the address is proved.
- The assertion of an identity provider does not prove the address (\`users.email_vouched_by\`), because ordinary administrators manage
  providers. A user who signs in by a provider confirms the address on the account page.
- The appointment proves the address, because the appointer may have checked it: the user chooses a password by mail. It does not if a
  provider has set it by SCIM or signed the user in, or if it was changed since the account was created. Then remove the role again. The
  user chooses a password by mail, which proves the address, and is appointed once more.
- No link for a new password is sent to an administrator's unproved address. The user signs in, proves the address, or is invited under
  it.
- The token of an invitation proves no address; the link of its mail does. An administrator who joined by the token alone gets a mail
  that proves the address. If the server sends mail, the administrator becomes an owner only after this proof (400).
- A user may have changed the own account's address to the invited one. An account in use with an unproved address therefore does not
  accept an invitation of an administrator at once: the user first signs in and proves the address.

**Effects on the account**

- Every link that was mailed before ends, because a link for a new password may have gone to an address that another person entered.
- Sessions in which an administrator acts as the user end, and so do the requests to act as the user.
- Sign-ins in progress end. No response of a provider is accepted from then on, in any step.
- A phone number from a provider is no longer proved.
- \`users.untrusted_since\` stores since when another person may have signed in to the account. It is set if a provider opened the account,
  if its address was changed, if a provider set its number, if the user signed in or chose a password at a custom domain, or if the
  account was used before its address was proved (also by an unfinished sign-in, and by the appointment itself). The proof of the mailbox alone removes no passkey of
  another person, who could then add more.
- If it is set, these end when the user becomes an administrator: the password, all second factors and sessions, the access of apps,
  known and trusted devices, the proof of the phone number, and open requests to reset the factors. The user then chooses a password by
  mail. The same happens when such an administrator becomes an owner. If it is not set, they stay. The user is notified by mail in both
  cases.

**Custom domains**

- An administrator's links with a secret (new password, proof and change of the address, invitation) lead to the installation's own host
  and have no effect at a custom domain, because every administrator with ManageDomains decides which server answers there. A sign-in
  link is not sent to an administrator there. Owners and administrators are notified when a custom domain is verified.
- At a custom domain, an administrator may sign in to apps, and end sessions, devices and authorizations of apps. Every other change of
  the own account and the export of the own data are refused (403, \`own_account.administrator_elsewhere\`). The message names the account
  page at the installation's own host. No second factor is set up at a custom domain. This also concerns sessions from before the
  promotion. The sessions from the domain, and the factors that were used there, end with the promotion.

**Requests in progress**

- A command on the own account runs only while its session is valid. The transaction locks the user and checks the session again
  (\`server/kernel/operation/standing.ts\`), so that a request in progress does not outlive a promotion.
- A command in the console locks the user and the session until its transaction ends, and reads the role again. If the role is removed
  at the same time, one of the two transactions waits for the other. A command that waited is refused.
- A command of a credential or SCIM token reads its rights again.

**Losing the role**

- When the administrator role is removed, the sessions of the user end. When an owner becomes an admin, the sessions end in which the user
  acts as another user.
- Credentials and SCIM tokens that the user created stay valid, because they belong to the organization. A user who knows the secret of a
  credential with the capability ManageTenantAdmins can use it to become an administrator again. Rotate or revoke such secrets when an
  owner leaves.
- Invitations of administrators that the user sent are invalid while the user is no active owner. Those that a credential sent are
  invalid when it is revoked or loses ManageTenantAdmins. Invitations of users stay open until they expire.

## Nobody gives what they lack

An actor must have each capability that the actor gives to a credential or takes from it, and each capability that comes with a new
secret or a SCIM token (\`server/domain/credentials\`, \`server/domain/scim-tokens\`). An app's tokens, also those of a machine-to-machine app,
contain no capability of the management interface.

An actor may revoke a credential that has more capabilities than the actor, so that a leaked one can be stopped at once. Revocation gives
the actor nothing, and the log names the actor. It also ends the open invitations of administrators that the credential sent.

## Nobody vouches for themselves

- Nobody decides on the own MFA reset request (403). A reset lets the password alone set up a new factor.
- In the console, a decision on an MFA reset requires a sign-in of the last 15 minutes with two factors. A trusted browser proves none. A
  sole owner who lost the factor uses a recovery code, or a credential with ManageTenantAdmins.
- A session that a trusted browser shortened appoints and invites no administrator, and creates, changes and rotates no credential with
  ManageTenantAdmins. Otherwise that account or program would decide on the reset.

## Commands that do not change another user

| because | commands |
| --- | --- |
{others}
`;
