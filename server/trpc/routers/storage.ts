import { router } from "../init";

export const storageRouter = router({});
