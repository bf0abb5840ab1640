import { defineRefusals } from "../texts/define";

/** Refusals to read an uploaded file. */
export const fileRefusals = defineRefusals("file", {
  busy: { status: 503, text: "Too many files are waiting; come back soon." },
  timed_out: { status: 400, text: "The file takes too long to read.", field: "text" },
  out_of_memory: { status: 400, text: "The file takes too much memory to read.", field: "text" },
});
