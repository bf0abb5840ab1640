import { defineRefusals } from "../texts/define";

export const domainRefusals = defineRefusals("domain", {
  in_use: { status: 400, text: "domain: another organization has verified it.", field: "domain" },
  not_domain_name: {
    status: 400,
    text: "domain: must be a domain name such as login.example.com.",
    field: "domain",
  },
  /** A verification is requested before a domain is set. */
  not_set: { status: 400, text: "Set a domain first.", field: "domain" },
});
