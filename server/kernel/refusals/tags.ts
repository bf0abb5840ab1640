import { defineRefusals } from "./define";

export const tagRefusals = defineRefusals("tag", {
  not_found: { status: 404, text: "There is no such tag." },
  not_held: { status: 404, text: "There is no such tag of this user." },
  name_in_use: { status: 400, text: "name: is another tag's already.", field: "name" },
});
