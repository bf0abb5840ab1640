import { group } from "../endpoint";

export const deviceEndpoints = group("Registered devices", "/api/v1", {});
