import { defineRefusals } from "../texts/define";

export const administratorRefusals = defineRefusals("administrator", {
  not_found: { status: 404, text: "There is no such administrator." },
  /** A credential starts work that continues with the rights of an administrator. */
  console_only: { status: 403, text: "Only an administrator in the console can start this." },

  user_suspended: {
    status: 400,
    text: "userId: a suspended user cannot administer.",
    field: "userId",
  },
  address_unproved: {
    status: 400,
    text: "userId: this person uses the account but has not proved its address here; ask them to confirm it on the account page first.",
    field: "userId",
  },
  owner_not_removable: {
    status: 400,
    text: "An owner cannot be removed; change the role to admin first.",
  },

  last_owner_stays_owner: {
    status: 400,
    text: "role: the last owner stays an owner; make another user one first.",
    field: "role",
  },
  last_owner_not_suspendable: { status: 400, text: "The last active owner cannot be suspended." },
  last_owner_not_lockable: { status: 400, text: "The last active owner cannot be locked." },
  last_not_suspendable: { status: 400, text: "The last active administrator cannot be suspended." },
  last_not_removable: { status: 400, text: "The last active administrator cannot be removed." },

  // Changes to an administrator that are reserved (kernel/operation/person-changes.ts).
  email_reserved: {
    status: 403,
    text: "email: only an owner, or a credential with ManageTenantAdmins, can change the address of an administrator.",
    field: "email",
  },
  sessions_reserved: {
    status: 403,
    text: "Only an owner, or a credential with ManageTenantAdmins, can end the sessions of an administrator.",
  },
  suspension_reserved: {
    status: 403,
    text: "Only an owner, or a credential with ManageTenantAdmins, can suspend an administrator.",
  },
  reactivation_reserved: {
    status: 403,
    text: "Only an owner, or a credential with ManageTenantAdmins, can reactivate an administrator.",
  },
  lock_reserved: {
    status: 403,
    text: "Only an owner, or a credential with ManageTenantAdmins, can lock an administrator.",
  },
  unlock_reserved: {
    status: 403,
    text: "Only an owner, or a credential with ManageTenantAdmins, can unlock an administrator.",
  },
});
