import type { Operation } from "@/server/kernel/operation/operation";

/*
 * Parts of docs/rights.md that are not in the server's tables. server/domain/administrators/rights.test.ts
 * generates the page.
 */

/** Commands that do not change another user, by reason. */
export const untouching = (commands: ReadonlyMap<string, Operation>): Record<string, string[]> => ({
  "The person, or the server for the person, does it; whoever acts as the person is refused (act-as-rights.test.ts)":
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
  "The server does it by itself when time or an incident demands it": [
    "endExpiredActAs",
    "reportTokenReuse",
    "trimAuditLog",
    "finishBulkJob",
    "finishUserImport",
    "disableWebhook",
  ],
  "It makes an ordinary person and changes nobody who is there": ["createUser", "provisionPerson"],
  "Each step is a command of this table, with the rights of whoever started or resumed the work": [
    "startBulkJob",
    "undoBulkJob",
    "resumeBulkJob",
    "stopBulkJob",
    "createUserImport",
    "startUserImport",
    "stopUserImport",
    "deleteUserImport",
  ],
  "It gives a machine no capability that its actor lacks (lacking-rights.test.ts)": [
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
  "It is about a thing or a setting of the organization": [
    "loseAudience",
    "setGeoRestriction",
    "createApp",
    "updateApp",
    "rotateAppSecret",
    "deleteApp",
    "setAppRestricted",
    "grantAppToTag",
    "revokeAppFromTag",
    "setAppLogoutUris",
    "setAppProtocol",
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
    "deleteWebhook",
    "replayDelivery",
    "replayFailed",
    "sendTestEvent",
  ],
});

export const rightsPage = `# Who may do what to whom

A capability says which operations an actor may run. This page says upon whom. It is made from the tables that decide
(\`server/kernel/operation/person-changes.ts\`, the \`touches\` of each command, \`server/domain/administrators/rights.test.ts\`); a test keeps them
the same, and runs each command below upon an ordinary person, an administrator and an owner.

## The rule

An operation that changes another person declares what kind of change it makes. A reserved change of an **administrator or
an owner** needs the capability **ManageTenantAdmins** beside the operation's own. Owners have it, and credentials to which an owner
gave it. An administrator who is no owner, a credential without it and every SCIM token are refused with 403 \`insufficient_scope\`,
and nothing of the request is applied. One function decides for every channel: \`guardAdministrator\`
(\`server/domain/users/administrator-guard.ts\`). Upon ordinary people the operation's own capability is enough.

| change | what | reserved | because | commands |
| --- | --- | --- | --- | --- |
{changes}

## By actor

| actor | upon ordinary people | upon administrators and owners |
| --- | --- | --- |
| owner in the console | everything | everything; not what would leave no owner who can sign in |
| credential with ManageTenantAdmins | what its other capabilities allow | the same |
| administrator in the console | everything that administrators may | changes that are not reserved |
| credential without ManageTenantAdmins | what its capabilities allow | changes that are not reserved |
| SCIM token, whoever made it | people and the members of governed roles | names, other attributes, governed roles |
| a job on many people, an import | each step as whoever started or resumed it, with the rights held at that moment | the same |
| an administrator who acts as somebody | what that person may do, without factors, passwords, consents, mails | only an owner acts as an administrator |
| the person | the person's own account | |

Rules of the organization, a tag or an app, the country restriction and the policies of tags concern whoever they fit, also
administrators: they are the organization's configuration, and ManageAccessRules and ManageTags are enough. No rule, restriction
or limit keeps an owner out of the console or shortens a session there, so that an owner can take any back.

A SCIM token has no rights of its maker: it outlives the maker's rights, and its provider vouches for people without an owner
knowing. A provider that is to deactivate somebody who administers is refused (403); the last active owner or administrator is
refused with 400, as ever. An owner suspends or moves them here, or takes administration away first.

## Becoming an administrator

- Only who holds ManageTenantAdmins appoints (\`POST /admins\`) or invites an administrator (\`tenant_admin\`), or revokes such an
  invitation. ManageInvitations alone invites users.
- At that moment every link that was mailed to the person before ends: a link for a new password may have gone to an address that
  somebody else had put in.
- An address that nobody has used counts as proved by whoever appoints by id, unless a provider has named it by SCIM or somebody has
  changed it since the account was made: the appointer may have looked before. No link for a new password goes to an administrator's address that is not proved. The person signs in, proves the address, or is invited under it.
- Sessions in which an administrator acts as the person end, and so do the requests to do so.
- Sign-ins in progress end. No provider's answer counts from then on, in any step.
- A phone number that a provider has named is not proved any more.
- Somebody who uses an account has to prove its address before, by a mail of this server: \`POST /admins\`, the console and an
  invitation refuse otherwise (400). An account counts as used when it has a password, a factor, a linked identity, a sign-in or a
  session. Whoever made it may know the password, and may have moved it to another person's address since. An identity provider's
  word is no proof (\`users.email_vouched_by\`): an ordinary administrator manages providers. Somebody who signs in by a provider
  confirms the address on the account page.
- The proof of the mailbox ends no passkey that somebody left, and whoever holds one can add others afterwards. So
  \`users.untrusted_since\` keeps since when somebody else may have signed in as the person: a provider opened the account, its
  address was changed, a provider named its number, the person signed in or chose a password at a custom domain, or it was used before its address was proved (also by a sign-in that was never finished). Where it is set, all
  second factors, the password, all sessions, the apps' access, known and trusted devices, the proof of the phone number and open
  requests to reset the factors end when the person becomes an administrator, and the person chooses a password by mail. The same
  happens when such an administrator becomes an owner. Otherwise they stay. Either way the person is told by mail.
- The token of an invitation proves no address; the link of its mail does. Whoever is an administrator by the token alone gets a
  mail that proves the address.
- An administrator's links with a secret (new password, proof and change of the address, invitation) lead to the installation's own
  host, and open nothing at a custom domain: whoever has ManageDomains decides who serves that. A link that signs in is not sent
  to an administrator there. Owners and administrators are told when a custom domain is verified.
- An administrator may sign in to apps at a custom domain, and ends sessions, devices and authorizations of apps there. Every other
  change of the own account, and the export of the own data, is refused (403, \`own_account.administrator_elsewhere\`): the
  message names the account page at the installation's own host. No second factor is set up there, either. This also concerns
  sessions from before the promotion. What the person signed in with at the domain ends with the promotion.
- A command on the own account runs only while its session stands. This is read in the transaction, with the person held
  (\`server/kernel/operation/standing.ts\`), so that no request under way outlives a promotion. A command at the console holds the user and the
  session until its transaction ends, and reads the role again: whoever takes the right away waits for it, or it waits and is refused.
  A command of a credential or SCIM token reads its rights again.
- When administration is taken away, the sessions of the person end. When an owner becomes an admin, what the person does as somebody
  else ends.
- Somebody may have moved their own account to the invited address. So an account in use whose address was never proved does not
  accept an invitation of an administrator at once: the person signs in and proves the address first.

## Nobody gives what they lack

Credentials, their capabilities and new secrets, and SCIM tokens: each capability that is given or comes with the secret must be
the actor's own, and so must each that is taken away from a credential (\`server/domain/credentials\`,
\`server/domain/scim-tokens\`). An app's tokens, also a machine-to-machine app's, carry no capability of the management interface.

## Commands that are no act upon another person

| because | commands |
| --- | --- |
{others}
`;
