import * as z from "zod";
import { CredentialInput } from "@/server/domain/credentials/credentials.schema";

/** A new credential as its form has it: the account it acts as is chosen by a select, whose values are texts. */
export const NewCredentialForm = CredentialInput.pick({ name: true, capabilities: true }).extend({
  account: z.string(),
});
