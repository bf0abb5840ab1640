import { router } from "../init";

export const tenantConfigRouter = router({});
