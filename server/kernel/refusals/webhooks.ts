import { defineRefusals } from "../texts/define";

export const webhookRefusals = defineRefusals("webhook", {
  not_found: { status: 404, text: "There is no such webhook." },
  delivery_not_found: { status: 404, text: "There is no such delivery." },
  disabled: { status: 400, text: "This endpoint is switched off; switch it on first." },
  old_secret_live: { status: 409, text: "The old secret of this endpoint still works: remove it first." },
  old_secret_not_found: { status: 404, text: "This endpoint has no old secret." },
  too_many: { status: 409, text: "There are {max} webhook endpoints already: delete one first." },
});
