import { defineRefusals } from "../texts/define";

export const accessRuleRefusals = defineRefusals("access_rule", {
  not_found: { status: 404, text: "There is no such rule." },
  expiry_past: { status: 400, text: "expiresAt: must be in the future.", field: "expiresAt" },
  /** The rule is about an administrator (kernel/operation/person-changes.ts). */
  change_reserved: {
    status: 403,
    text: "userId: only an owner, or a credential with ManageTenantAdmins, can make or delete a rule about an administrator.",
    field: "userId",
  },
});
