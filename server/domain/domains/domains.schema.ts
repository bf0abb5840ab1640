import * as z from "zod";

export const DomainInput = z.strictObject({
  domain: z.string().max(300),
});
