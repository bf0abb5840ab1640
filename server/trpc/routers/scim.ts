import { router } from "../init";

export const scimRouter = router({});
