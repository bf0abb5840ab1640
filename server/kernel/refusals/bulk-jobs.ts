import { defineRefusals } from "../texts/define";

export const bulkJobRefusals = defineRefusals("bulk_job", {
  not_found: { status: 404, text: "There is no such step on many people." },
  nothing_to_do: {
    status: 400,
    text: "userIds: nothing would change for anybody who is named.",
    field: "userIds",
  },
  running: { status: 409, text: "This step is still being done. Stop it first." },
  not_stopped: { status: 409, text: "This step was not stopped." },
  already_undone: { status: 409, text: "This step has been undone already." },
  not_undoable: { status: 409, text: "This step cannot be undone." },
  /** The step changed an administrator, and the caller may not manage administrators. */
  undo_reserved: {
    status: 403,
    text: "This step was done to an administrator. Only an owner can take it back.",
  },
});
