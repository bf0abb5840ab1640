import {
  approveConnector,
  listConnectorApprovals,
  setAppConnector,
} from "@/server/domain/connectors/connectors";
import { read, router, write } from "../init";

export const connectorsRouter = router({
  list: read(listConnectorApprovals),
  set: write(setAppConnector),
  approve: write(approveConnector),
});
