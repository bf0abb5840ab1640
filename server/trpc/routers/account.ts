import { requestEmailVerification } from "@/server/domain/recovery/email-verification";
import { changeOwnPassword, endOwnSession, listOwnSessions } from "@/server/domain/account/account";
import { read, router, writeOwn } from "../init";

export const accountRouter = router({
  verifyEmail: writeOwn(requestEmailVerification),
  sessions: read(listOwnSessions),
  endSession: writeOwn(endOwnSession),
  changePassword: writeOwn(changeOwnPassword),
});
