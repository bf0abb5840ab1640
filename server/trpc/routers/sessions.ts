import { router } from "../init";

export const sessionsRouter = router({});
