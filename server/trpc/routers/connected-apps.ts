import { router } from "../init";

export const connectedAppsRouter = router({});
