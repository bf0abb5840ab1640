import { router } from "../init";

export const connectorsRouter = router({});
