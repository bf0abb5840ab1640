import { group } from "../endpoint";

export const accessRuleEndpoints = group("Access rules", "/api/v1", {});
