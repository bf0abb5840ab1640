import { router } from "../init";

export const devicesRouter = router({});
