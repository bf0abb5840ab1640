import { listSessionRows } from "@/server/domain/sessions/console";
import { listSessions, revokeSession, revokeSessions } from "@/server/domain/sessions/sessions";
import { DELETE, GET, group } from "../endpoint";

export const sessionEndpoints = group("User sessions", "/api/v1", [
  GET("/users/{userId}/sessions", listSessions, { inConsole: listSessionRows }),
  DELETE("/users/{userId}/sessions", revokeSessions),
  DELETE("/users/{userId}/sessions/{sessionId}", revokeSession),
]);
