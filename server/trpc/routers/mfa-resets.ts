import { approveMfaReset, denyMfaReset, listExplainedMfaResets } from "@/server/domain/mfa-resets/mfa-resets";
import { read, router, write } from "../init";

export const mfaResetsRouter = router({
  list: read(listExplainedMfaResets),
  approve: write(approveMfaReset),
  deny: write(denyMfaReset),
});
