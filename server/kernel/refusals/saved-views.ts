import { defineRefusals } from "../texts/define";

export const savedViewRefusals = defineRefusals("saved_view", {
  not_found: { status: 404, text: "There is no such saved view." },
  too_many: {
    status: 400,
    text: "You have {max} views of this list, which is the most; remove one first.",
    field: "name",
  },
});
