import * as z from "zod";
import { CredentialInput } from "@/server/domain/credentials/credentials.schema";

/** Input for a new credential. The account is a text, because select values are texts. */
export const NewCredentialForm = CredentialInput.pick({ name: true, capabilities: true }).extend({
  account: z.string(),
});
