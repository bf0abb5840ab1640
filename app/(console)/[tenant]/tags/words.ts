import type { TagPolicy } from "@/server/domain/tags/tags.schema";

/** What each policy of a tag means for the people who have it. */
export const policyWords: Record<TagPolicy, { label: string; hint: string }> = {
  requireMfa: {
    label: "Must use a second factor",
    hint: "A password alone is not enough: a code or a security key is asked for, too.",
  },
  allowRememberMe: {
    label: "May stay signed in",
    hint: "The sign-in page offers to remember them on their device.",
  },
  allowMagicLink: {
    label: "May sign in by a link sent by e-mail",
    hint: "Whoever reads their mail can sign in, without a password.",
  },
  allowSelfServiceProfile: {
    label: "May change their own profile",
    hint: "Their name and the fields that they can see, without an administrator.",
  },
  allowActAs: {
    label: "May be acted as by administrators",
    hint: "For support: an administrator sees what they see. Each such sign-in is in the audit log.",
  },
  requireDeviceApproval: {
    label: "May only use approved devices",
    hint: "An administrator approves each new device before it is let in.",
  },
};
