import { router } from "../init";

export const accessRulesRouter = router({});
