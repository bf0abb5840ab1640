import { group } from "../endpoint";

export const connectedAppEndpoints = group("Connected apps", "/api/v1", {});
