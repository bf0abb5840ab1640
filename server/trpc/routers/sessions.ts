import { listSessions, revokeSession, revokeSessions } from "@/server/domain/sessions/sessions";
import { read, router, write } from "../init";

export const sessionsRouter = router({
  list: read(listSessions),
  revoke: write(revokeSession),
  revokeAll: write(revokeSessions),
});
