import { group } from "../endpoint";

export const connectorEndpoints = group("Connectors", "/api/v1", {});
