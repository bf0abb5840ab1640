import { router } from "../init";

export const tagsRouter = router({});
