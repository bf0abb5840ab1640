import { changeOwnPassword, endOwnSession, listOwnSessions } from "@/server/domain/account/account";
import { read, router, write } from "../init";

export const accountRouter = router({
  sessions: read(listOwnSessions),
  endSession: write(endOwnSession),
  changePassword: write(changeOwnPassword),
});
