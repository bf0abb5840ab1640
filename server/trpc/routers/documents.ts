import { router } from "../init";

export const documentsRouter = router({});
