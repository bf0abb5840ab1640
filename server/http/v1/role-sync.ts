import { createSource, deleteSource, listSources, setSourceEnabled } from "@/server/domain/role-sync/sources";
import { DELETE, GET, group, PATCH, POST } from "../endpoint";

export const roleSyncEndpoints = group("Role sync sources", "/api/v1", {
  listSources: GET("/role-sync-sources", listSources),
  createSource: POST("/role-sync-sources", createSource, { status: 201 }),
  setSourceEnabled: PATCH("/role-sync-sources/{sourceId}/enabled", setSourceEnabled, { rawBody: "enabled" }),
  deleteSource: DELETE("/role-sync-sources/{sourceId}", deleteSource),
});
