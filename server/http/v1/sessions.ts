import { group } from "../endpoint";

export const sessionEndpoints = group("User sessions", "/api/v1", {});
