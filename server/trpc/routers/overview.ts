import { getOverview } from "@/server/domain/overview/overview";
import { read, router } from "../init";

export const overviewRouter = router({ get: read(getOverview) });
