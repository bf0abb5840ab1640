import { listUserConnectedApps, withdrawConnectedApp } from "@/server/domain/apps/connected-apps";
import { read, router, write } from "../init";

export const connectedAppsRouter = router({
  ofUser: read(listUserConnectedApps),
  withdraw: write(withdrawConnectedApp),
});
