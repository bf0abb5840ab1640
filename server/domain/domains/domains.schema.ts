import * as z from "zod";

export const DomainInput = z.strictObject({
  domain: z.string().max(300, "must have at most 300 characters"),
});
