import { router } from "../init";

export const appsRouter = router({});
