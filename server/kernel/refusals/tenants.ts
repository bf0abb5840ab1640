import { defineRefusals } from "../texts/define";

export const tenantRefusals = defineRefusals("tenant", {
  not_found: { status: 404, text: "There is no such tenant." },
  no_free_slug: {
    status: 400,
    text: "No free slug was found for this name; try again.",
    field: "tenantName",
  },
});
