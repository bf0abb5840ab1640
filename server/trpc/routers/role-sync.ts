import {
  configureSource,
  createSource,
  deleteSource,
  getSource,
  listRuns,
  listSourceStates,
  runSourceNow,
  setSourceEnabled,
} from "@/server/domain/role-sync/sources";
import { read, router, write } from "../init";

export const roleSyncRouter = router({
  list: read(listSourceStates),
  get: read(getSource),
  create: write(createSource),
  configure: write(configureSource),
  setEnabled: write(setSourceEnabled),
  runNow: write(runSourceNow),
  runs: read(listRuns),
  remove: write(deleteSource),
});
