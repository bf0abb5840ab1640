import { useExtracted } from "next-intl";
import { useUserFieldWords } from "@/components/user-field-words";
import { byField, userFieldNames } from "@/server/kernel/user-fields";
import { usePolicyWords } from "../tags/policy-words";
import { useWordTable, type WordTable } from "../words/word-table";

/** Returns the labels of changed fields. The table translates a label when it is used. */
export function useFieldLabels(): WordTable {
  const userFieldWords = useUserFieldWords();
  return {
    ...usePolicyWords(),
    ...useWordTable("rule-fields"),
    ...useWordTable("provider-fields"),
    ...byField(userFieldNames, (name) => () => userFieldWords(name)),
    ...useAccountFields(),
    ...useAppFields(),
    ...useTimeFields(),
    ...useRecordFields(),
    ...usePolicyFields(),
    ...useContentFields(),
    ...useProviderFields(),
  };
}

/** Returns the labels of general fields, and of fields of accounts and roles. */
function useAccountFields(): WordTable {
  const t = useExtracted("console");
  return {
    webhooks: () => t("Webhook endpoints"),
    roleSyncSources: () => t("Role sync sources"),
    email: () => t("Email"),
    newEmail: () => t("New email"),
    newPhone: () => t("New phone"),
    phoneVerifiedAt: () => t("Phone verified at"),
    locale: () => t("Locale"),
    language: () => t("Language"),
    status: () => t("Status"),
    state: () => t("State"),
    reason: () => t("Reason"),
    note: () => t("Note"),
    description: () => t("Description"),
    label: () => t("Label"),
    displayLabel: () => t("Display label"),
    password: () => t("Password"),
    role: () => t("Role"),
    roles: () => t("Roles"),
    tag: () => t("Tag"),
    app: () => t("App"),
    apps: () => t("Apps"),
    connector: () => t("Connector"),
    scopes: () => t("Scopes"),
    scope: () => t("Scope"),
    effect: () => t("Effect"),
    about: () => t("About"),
  };
}

/** Returns the labels of fields of apps and service accounts. */
function useAppFields(): WordTable {
  const t = useExtracted("console");
  return {
    requireSignedRequests: () => t("Require signed requests (JAR)"),
    fapi: () => t("FAPI 2.0 Security Profile"),
    pairwiseSubjects: () => t("Pairwise subjects"),
    trusted: () => t("Trusted app"),
    initiateLoginUri: () => t("Address that starts a sign-in"),
    claims: () => t("Claims"),
    capabilities: () => t("Capabilities"),
    clientId: () => t("Client id"),
    clientType: () => t("Client type"),
    clientName: () => t("Client name"),
    redirectUri: () => t("Redirect URI"),
    additionalRedirectUris: () => t("Additional redirect URIs"),
    allowedOrigins: () => t("Allowed origins"),
    postLogoutRedirectUris: () => t("Post-logout redirect URIs"),
    backchannelLogoutUri: () => t("Back-channel logout URI"),
    authMethod: () => t("Authentication method"),
    clientKeys: () => t("Public keys"),
    clientKeysUri: () => t("Address of the keys"),
    clientCertificates: () => t("Certificates"),
    clientCertificateSubject: () => t("Name in the certificate"),
    requirePkce: () => t("Require PKCE"),
    requireDpop: () => t("Require DPoP"),
    requirePushedRequests: () => t("Require pushed requests"),
    allowDeviceFlow: () => t("Allow device flow"),
    allowEndUserSignIn: () => t("Allow end-user sign-in"),
    allowTenantAdminSignIn: () => t("Allow tenant-admin sign-in"),
    ownScopes: () => t("Scopes of its own tokens"),
    apiAudience: () => t("API audience"),
    audience: () => t("Audience"),
    audienceLost: () => t("Audience lost"),
    lifetimeSeconds: () => t("Lifetime of a token in seconds"),
    enforceRoles: () => t("Enforce roles"),
    forUsers: () => t("For its users"),
    forItself: () => t("For itself"),
    alwaysRequireConsent: () => t("Always require consent"),
    restricted: () => t("Restricted"),
    enabled: () => t("Enabled"),
    disabledAt: () => t("Disabled at"),
    generation: () => t("Generation"),
    secretGeneration: () => t("Secret generation"),
    serviceAccount: () => t("Service account"),
    serviceAccountId: () => t("Service account id"),
  };
}

/** Returns the labels of fields about times, locks and sessions. */
function useTimeFields(): WordTable {
  const t = useExtracted("console");
  return {
    revokedAt: () => t("Revoked at"),
    expiresAt: () => t("Expires at"),
    endsAt: () => t("Ends at"),
    endedAt: () => t("Ended at"),
    acceptedAt: () => t("Accepted at"),
    approvedAt: () => t("Approved at"),
    verifiedAt: () => t("Verified at"),
    emailVerifiedAt: () => t("Email verified at"),
    passwordChangedAt: () => t("Password changed at"),
    nextRunAt: () => t("Next run at"),
    acknowledgedAt: () => t("Acknowledged at"),
    lockedUntil: () => t("Locked until"),
    lockedIndefinitely: () => t("Locked indefinitely"),
    lockReason: () => t("Lock reason"),
    failedSignIns: () => t("Failed sign-ins"),
    sessions: () => t("Sessions"),
    otherSessions: () => t("Other sessions"),
  };
}

/** Returns the labels of fields of notifications, webhooks, factors and custom fields. */
function useRecordFields(): WordTable {
  const t = useExtracted("console");
  return {
    channels: () => t("Channels"),
    channel: () => t("Channel"),
    enabledChannels: () => t("Enabled channels"),
    mayChoose: () => t("May choose"),
    allowUserOverride: () => t("Allow user override"),
    domain: () => t("Domain"),
    url: () => t("URL"),
    events: () => t("Events"),
    version: () => t("Version"),
    order: () => t("Order"),
    type: () => t("Type"),
    kind: () => t("Kind"),
    userKind: () => t("User kind"),
    factor: () => t("Factor"),
    factors: () => t("Factors"),
    administratorSecondFactor: () => t("Platform administrators need a second factor"),
    provider: () => t("Provider"),
    providers: () => t("Providers"),
    subject: () => t("Subject"),
    externalId: () => t("External id"),
    governed: () => t("Governed"),
    visibility: () => t("Visibility"),
    isTrusted: () => t("Is trusted"),
    isMandatory: () => t("Is mandatory"),
    isPii: () => t("Is PII"),
    isDefaultForInvites: () => t("Is default for invites"),
    isDefaultForSignup: () => t("Is default for sign-up"),
  };
}

/** Returns the labels of fields of policies and platform settings. */
function usePolicyFields(): WordTable {
  const t = useExtracted("console");
  return {
    options: () => t("Options"),
    policies: () => t("Policies"),
    policy: () => t("Policy"),
    passwordPolicy: () => t("Password policy"),
    minLength: () => t("Min length"),
    refuseCommon: () => t("Refuse common"),
    refuseAddress: () => t("Refuse address"),
    rememberMeAllowed: () => t("Remember me allowed"),
    rememberMeMaxDurationDays: () => t("Remember me max duration days"),
    accessTokenLifetimeSeconds: () => t("Access token lifetime seconds"),
    refreshTokenLifetimeDays: () => t("Refresh token lifetime days"),
    signingKeyDays: () => t("Days of a signing key"),
    signingAlgorithm: () => t("Signing algorithm"),
    kid: () => t("Key id"),
    signsFrom: () => t("Signs from"),
    successor: () => t("Successor"),
    maxAccessTokenSeconds: () => t("Max access token seconds"),
    maxRefreshTokenDays: () => t("Max refresh token days"),
    managementTokenSeconds: () => t("Management token seconds"),
    consoleSessionHours: () => t("Console session hours"),
    requestsPerMinute: () => t("Requests per minute"),
    lockAfterFailures: () => t("Lock after failures"),
    lockMinutes: () => t("Lock minutes"),
    minutes: () => t("Minutes"),
    retentionDays: () => t("Retention days"),
    everyMinutes: () => t("Interval (minutes)"),
    oldSecretExpiresAt: () => t("End of the old secret"),
    allowedSignInOptions: () => t("Allowed sign-in options"),
    reservedSlugs: () => t("Reserved slugs"),
    slug: () => t("Slug"),
    webAuthnEnabled: () => t("WebAuthn enabled"),
    webAuthnAllowAsAuthentication: () => t("Allow WebAuthn as authentication"),
    webAuthnAllowAsMfa: () => t("Allow WebAuthn as MFA"),
    deviceFlowEnabled: () => t("Device flow enabled"),
    magicLinkCrossDeviceEnabled: () => t("Magic link cross device enabled"),
  };
}

/** Returns the labels of fields of branding, documents, jobs and the audit log. */
function useContentFields(): WordTable {
  const t = useExtracted("console");
  return {
    brandName: () => t("Brand name"),
    brandColor: () => t("Brand color"),
    brandLogoUrl: () => t("Brand logo URL"),
    tagline: () => t("Tagline"),
    appearance: () => t("Appearance"),
    aboutDescription: () => t("About description"),
    privacyUrl: () => t("Privacy URL"),
    termsUrl: () => t("Terms URL"),
    defaultDurationHours: () => t("Default duration hours"),
    content: () => t("Content"),
    template: () => t("Template"),
    sampleData: () => t("Sample data"),
    people: () => t("People"),
    users: () => t("Users"),
    members: () => t("Members"),
    count: () => t("Count"),
    rows: () => t("Rows"),
    added: () => t("Added"),
    removed: () => t("Removed"),
    created: () => t("Created"),
    updated: () => t("Updated"),
    country: () => t("Country"),
    mode: () => t("Mode"),
    settings: () => t("Settings"),
    mapping: () => t("Mapping"),
    ok: () => t("Ok"),
    messageId: () => t("Message id"),
    before: () => t("Before"),
    throughSeal: () => t("Through seal"),
    fromSeal: () => t("From seal"),
    eventsOfBulks: () => t("Events of bulk requests"),
    eventsWithoutChange: () => t("Events of requests that changed nothing"),
    eventsPastRetention: () => t("Events past retention, removed"),
    limit: () => t("Limit"),
    search: () => t("Search"),
    tenantId: () => t("Tenant id"),
    owner: () => t("Owner"),
    guest: () => t("Guest"),
    exclusion: () => t("Exclusion"),
    replayed: () => t("Replayed"),
    since: () => t("Since"),
    unchanged: () => t("Unchanged"),
    refused: () => t("Refused"),
    step: () => t("Step"),
    unknownPeople: () => t("Unknown people"),
    unknownRoles: () => t("Unknown roles"),
    fileName: () => t("File name"),
    mediaType: () => t("Media type"),
    size: () => t("Size"),
    columns: () => t("Columns"),
    eventTypes: () => t("Event types"),
    secret: () => t("Secret"),
    stepUpFrom: () => t("Step-up from"),
    lockAfterCritical: () => t("Lock after critical"),
    tier: () => t("Tier"),
  };
}

/** Returns the labels of fields of all identity providers, and of role sync. */
function useProviderFields(): WordTable {
  const t = useExtracted("console");
  return {
    attributes: () => t("Attributes"),
    signingKey: () => t("Signing key"),
    nextKey: () => t("Next key"),
    previousKey: () => t("Previous key"),
    emailDomains: () => t("Email domains"),
    linkByEmail: () => t("Link by email"),
    createPeople: () => t("Create people"),
    updateProfile: () => t("Update names at each sign-in"),
    trustEmail: () => t("Trust email"),
    personField: () => t("Person field"),
    roleField: () => t("Role field"),
    apiHeader: () => t("API header"),
    format: () => t("Format"),
    allowEmpty: () => t("Allow empty"),
    timeoutSeconds: () => t("Timeout seconds"),
  };
}
