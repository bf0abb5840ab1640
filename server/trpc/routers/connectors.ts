import {
  approveConnector,
  listConnectorApprovals,
  listConnectors,
  setAppConnector,
} from "@/server/domain/connectors/connectors";
import { countOnlyByConnector } from "@/server/domain/sign-in-options/lockout-check";
import {
  denyConnectorRequest,
  listConnectorRequests,
  requestConnectorApproval,
} from "@/server/domain/connectors/requests";
import { read, router, write } from "../init";

export const connectorsRouter = router({
  installed: read(listConnectors),
  list: read(listConnectorApprovals),
  set: write(setAppConnector),
  onlyWay: read(countOnlyByConnector),
  approve: write(approveConnector),
  requests: read(listConnectorRequests),
  request: write(requestConnectorApproval),
  deny: write(denyConnectorRequest),
});
