import { getOverview } from "@/server/domain/overview/overview";
import { getSignInHistory } from "@/server/domain/overview/sign-in-history";
import { read, router } from "../init";

export const overviewRouter = router({ get: read(getOverview), signIns: read(getSignInHistory) });
