import { router } from "../init";

export const mfaResetsRouter = router({});
