import * as z from "zod";
import { signInMethods } from "@/server/domain/sign-in-methods/sign-in-methods.schema";
import { ExplainInput } from "@/server/domain/access-explanation/explain.schema";

/** Input of the form. An empty text means "unknown". The form loads this schema for its first validation. */
export const SimulationInput = ExplainInput.pick({ country: true, ip: true }).extend({
  method: z.enum(["", ...signInMethods]),
});
