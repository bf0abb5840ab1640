import { router } from "../init";

export const roleSyncRouter = router({});
