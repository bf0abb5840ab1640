import { router } from "../init";

export const domainsRouter = router({});
