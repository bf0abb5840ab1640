import {
  createSource,
  deleteSource,
  listSources,
  setSourceEnabled,
  listSourceStates,
} from "@/server/domain/role-sync/sources";
import { DELETE, GET, group, PATCH, POST } from "../endpoint";

export const roleSyncEndpoints = group("Role sync sources", "/api/v1", [
  GET("/role-sync-sources", listSources, { inConsole: listSourceStates }),
  POST("/role-sync-sources", createSource, { status: 201 }),
  PATCH("/role-sync-sources/{sourceId}/enabled", setSourceEnabled, { rawBody: "enabled" }),
  DELETE("/role-sync-sources/{sourceId}", deleteSource),
]);
