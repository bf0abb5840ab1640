import { defineRefusals } from "../texts/define";

export const roleRefusals = defineRefusals("role", {
  not_found: { status: 404, text: "There is no such role." },
  not_of_app: { status: 404, text: "There is no such role of this app." },
  not_held: { status: 404, text: "There is no such role of this user." },
  name_in_use: { status: 400, text: "A role of this name exists already.", field: "name" },
});
