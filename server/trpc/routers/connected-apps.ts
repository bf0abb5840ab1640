import {
  listConnectedApps,
  listUserConnectedApps,
  withdrawConnectedApp,
} from "@/server/domain/apps/connected-apps";
import { read, router, write } from "../init";

export const connectedAppsRouter = router({
  list: read(listConnectedApps),
  ofUser: read(listUserConnectedApps),
  withdraw: write(withdrawConnectedApp),
});
