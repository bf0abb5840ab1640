import { router } from "../init";

export const policiesRouter = router({});
