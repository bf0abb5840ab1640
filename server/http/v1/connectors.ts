import { listAppConnectors, setAppConnector } from "@/server/domain/connectors/connectors";
import { GET, group, PATCH } from "../endpoint";

export const connectorEndpoints = group("Connectors", "/api/v1", {
  listAppConnectors: GET("/apps/{appId}/connectors", listAppConnectors),
  setAppConnector: PATCH("/apps/{appId}/connectors", setAppConnector),
});
