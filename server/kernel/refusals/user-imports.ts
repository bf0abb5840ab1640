import { defineRefusals } from "../texts/define";

export const userImportRefusals = defineRefusals("user_import", {
  not_found: { status: 404, text: "There is no such import." },
  row_not_found: { status: 404, text: "There is no such row of this import." },
  row_done: { status: 409, text: "This row has been done." },

  already_started: { status: 409, text: "This import was started already." },
  running: { status: 409, text: "Stop the import first." },
  columns_missing: {
    status: 400,
    text: "columns: must name all {count} columns.",
    field: "columns",
  },
  /** A stopped import is resumed with other columns. */
  columns_fixed: { status: 409, text: "The columns cannot change once the import has begun." },
  roles_need_capability: { status: 403, text: "Importing roles needs the capability ManageRoles." },
  tags_need_capability: {
    status: 403,
    text: "Importing tags needs the capability ManageRelationshipTags.",
  },

  file_empty: {
    status: 400,
    text: "The file must have a line with the names of its columns, and people below it.",
    field: "text",
  },
  file_too_long: { status: 400, text: "The file has more than {max} rows.", field: "text" },
  file_too_wide: { status: 400, text: "The file has more than {max} columns.", field: "text" },
  cell_too_long: {
    status: 400,
    text: "Line {line} has a cell of more than {max} characters.",
    field: "text",
  },
  /** `{problem}` is the English message of the CSV parser. */
  file_not_csv: { status: 400, text: "The file is not valid CSV: {problem}.", field: "text" },
});
