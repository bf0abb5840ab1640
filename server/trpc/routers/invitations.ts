import { router } from "../init";

export const invitationsRouter = router({});
