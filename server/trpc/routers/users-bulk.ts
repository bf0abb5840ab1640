import {
  listBulkJobs,
  listBulkRefusals,
  resumeBulkJob,
  startBulkJob,
  stopBulkJob,
  undoBulkJob,
} from "@/server/domain/bulk-jobs/bulk-jobs";
import { exportUsers, matchingUsers, planBulk } from "@/server/domain/users/bulk";
import { ask, read, router, write } from "../init";

export const usersBulkRouter = router({
  matching: read(matchingUsers),
  plan: ask(planBulk),
  export: ask(exportUsers),
  start: write(startBulkJob),
  undo: write(undoBulkJob),
  resume: write(resumeBulkJob),
  stop: write(stopBulkJob),
  list: read(listBulkJobs),
  refusals: read(listBulkRefusals),
});
