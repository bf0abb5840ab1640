/**
 * All kinds of changes that an operation makes to a user other than its actor. A kind with `reserved` requires the capability
 * ManageTenantAdmins if the user is an administrator of the organization. The capability of the operation itself is required as
 * well. Owners have ManageTenantAdmins; a credential can have it. docs/rights.md contains the decision and its reasons.
 * server/domain/administrators/rights.test.ts checks every operation.
 */
export const personChanges = {
  identity: {
    reserved: true,
    what: "E-mail address, user name, phone number, external id",
    because: "Whoever receives the mail or the code of a person can sign in as that person.",
  },
  access: {
    reserved: true,
    what: "Suspend, reactivate, lock and unlock; end sessions; approve, deny and forget a device; deny an MFA reset; an access rule about the person",
    because: "Whoever keeps an owner out stands above the owner.",
  },
  proofs: {
    reserved: true,
    what: "Second factors, accounts at identity providers",
    because: "An account without its second factor is open to whoever has the first one.",
  },
  administration: {
    reserved: true,
    what: "Make an administrator, change the role, remove; invite an administrator, revoke such an invitation",
    because: "Only who names administrators decides who becomes one.",
  },
  acting: {
    reserved: true,
    what: "Act as the person",
    because: "The session has the rights of the person.",
  },
  profile: {
    reserved: false,
    what: "Names, custom fields, other attributes of a provider",
    because: "Nobody is recognized by them and no mail goes to them.",
  },
  grants: {
    reserved: false,
    what: "Roles, tags, access to apps",
    because:
      "They concern apps. No role gives a right in the console, and the policies of a tag are the organization’s configuration.",
  },
  endings: {
    reserved: false,
    what: "End app authorizations, device trust, requests to act",
    because: "They open nothing. The person signs in or asks again.",
  },
} as const satisfies Record<string, { reserved: boolean; what: string; because: string }>;

export type PersonChange = keyof typeof personChanges;
