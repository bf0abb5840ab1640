import { defineRefusals } from "../texts/define";

export const deviceRefusals = defineRefusals("device", {
  not_found: { status: 404, text: "There is no such device." },
  not_of_user: { status: 404, text: "There is no such device of this user." },
  /** The session does not exist, or its device is not trusted. */
  not_trusted: { status: 404, text: "There is no such trusted device." },
  /** The device is an administrator's (kernel/operation/person-changes.ts). */
  decision_reserved: {
    status: 403,
    text: "Only an owner, or a credential with ManageTenantAdmins, can decide on the devices of an administrator.",
  },
});
