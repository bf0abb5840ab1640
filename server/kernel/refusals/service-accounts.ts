import { defineRefusals } from "../texts/define";

export const serviceAccountRefusals = defineRefusals("service_account", {
  not_found: { status: 404, text: "There is no such service account." },
});
