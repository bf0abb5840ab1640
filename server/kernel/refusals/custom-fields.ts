import { defineRefusals } from "../texts/define";

export const customFieldRefusals = defineRefusals("custom_field", {
  not_found: { status: 404, text: "There is no such custom field." },
  type_in_use: {
    status: 400,
    text: "fieldType: cannot change while people have values in this field.",
    field: "fieldType",
  },
  /** An order of fields names a field that does not exist. */
  order_unknown: {
    status: 400,
    text: "fieldNames: there is no custom field {name}.",
    field: "fieldNames",
  },
  /** Values of a user name a field that does not exist. The field at fault is `values.<name>`. */
  value_unknown: { status: 400, text: "values.{name}: there is no such custom field." },
});
