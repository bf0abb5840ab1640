import { router } from "../init";

export const administratorsRouter = router({});
