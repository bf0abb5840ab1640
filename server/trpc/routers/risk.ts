import { router } from "../init";

export const riskRouter = router({});
