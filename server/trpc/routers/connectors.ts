import {
  approveConnector,
  listConnectorApprovals,
  listConnectors,
  setAppConnector,
} from "@/server/domain/connectors/connectors";
import { read, router, write } from "../init";

export const connectorsRouter = router({
  installed: read(listConnectors),
  list: read(listConnectorApprovals),
  set: write(setAppConnector),
  approve: write(approveConnector),
});
