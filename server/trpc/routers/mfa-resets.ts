import { approveMfaReset, denyMfaReset, listMfaResets } from "@/server/domain/mfa-resets/mfa-resets";
import { read, router, write } from "../init";

export const mfaResetsRouter = router({
  list: read(listMfaResets),
  approve: write(approveMfaReset),
  deny: write(denyMfaReset),
});
