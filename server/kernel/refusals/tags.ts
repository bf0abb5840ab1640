import { defineRefusals } from "../texts/define";

export const tagRefusals = defineRefusals("tag", {
  not_found: { status: 404, text: "There is no such tag." },
  /** A field of the input names a tag that does not exist. */
  unknown: { status: 400, text: "tagId: there is no such tag.", field: "tagId" },
  not_held: { status: 404, text: "There is no such tag of this user." },
  name_in_use: { status: 400, text: "name: is another tag's already.", field: "name" },
});
