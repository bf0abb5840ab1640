import { listSessionRows } from "@/server/domain/sessions/console";
import { revokeSession, revokeSessions } from "@/server/domain/sessions/sessions";
import { read, router, write } from "../init";

export const sessionsRouter = router({
  rows: read(listSessionRows),
  revoke: write(revokeSession),
  revokeAll: write(revokeSessions),
});
