import * as z from "zod";
import { signInMethods } from "@/server/domain/access-rules/sign-in-methods.schema";
import { ExplainInput } from "@/server/domain/access-explanation/explain.schema";

/** What is supposed of a sign-in; the empty choice of the list stands for what is not known. Loaded with the first check. */
export const Supposed = ExplainInput.pick({ country: true, ip: true }).extend({
  method: z.enum(["", ...signInMethods]),
});
