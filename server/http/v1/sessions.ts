import { listSessions, revokeSession, revokeSessions } from "@/server/domain/sessions/sessions";
import { DELETE, GET, group } from "../endpoint";

export const sessionEndpoints = group("User sessions", "/api/v1", {
  listSessions: GET("/users/{userId}/sessions", listSessions),
  revokeSessions: DELETE("/users/{userId}/sessions", revokeSessions),
  revokeSession: DELETE("/users/{userId}/sessions/{sessionId}", revokeSession),
});
