import {
  listConnectedApps,
  listUserConnectedApps,
  withdrawConnectedApp,
} from "@/server/domain/apps/connected-apps";
import { DELETE, GET, group } from "../endpoint";

export const connectedAppEndpoints = group("Connected apps", "/api/v1", {
  listConnectedApps: GET("/connected-apps", listConnectedApps),
  listUserConnectedApps: GET("/users/{userId}/connected-apps", listUserConnectedApps),
  withdrawConnectedApp: DELETE("/users/{userId}/connected-apps/{appId}", withdrawConnectedApp),
});
