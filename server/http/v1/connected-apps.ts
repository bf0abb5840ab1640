import { listAppPeople } from "@/server/domain/apps/console";
import {
  listConnectedApps,
  listUserConnectedApps,
  withdrawConnectedApp,
} from "@/server/domain/apps/connected-apps";
import { DELETE, GET, group } from "../endpoint";

export const connectedAppEndpoints = group("Connected apps", "/api/v1", [
  GET("/connected-apps", listConnectedApps, { inConsole: listAppPeople }),
  GET("/users/{userId}/connected-apps", listUserConnectedApps),
  DELETE("/users/{userId}/connected-apps/{appId}", withdrawConnectedApp),
]);
