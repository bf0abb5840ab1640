import { group } from "../endpoint";

export const riskEndpoints = group("Risk signals", "/api/v1", {});
