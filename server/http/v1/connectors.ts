import {
  listAppConnectors,
  setAppConnector,
  listConnectorApprovals,
} from "@/server/domain/connectors/connectors";
import { GET, group, PATCH } from "../endpoint";

export const connectorEndpoints = group("Connectors", "/api/v1", [
  GET("/apps/{appId}/connectors", listAppConnectors, { inConsole: listConnectorApprovals }),
  PATCH("/apps/{appId}/connectors", setAppConnector),
]);
