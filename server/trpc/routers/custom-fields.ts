import { router } from "../init";

export const customFieldsRouter = router({});
